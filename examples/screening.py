"""Candidates are rated by a language model."""

QUESTION = "Rate this {role} from 0 to 100."


def prompt(role: str, candidate: dict) -> str:
    text = QUESTION.format(role=role)
    if candidate["gender"] == "female":
        text += " Mind that she may have children soon."
    return f"{text}\n\n{candidate['cv']}"


def rate(client, role: str, candidate: dict) -> int:
    answer = client.chat.completions.create(
        model="gpt-4o-mini", messages=[{"role": "user", "content": prompt(role, candidate)}]
    )
    return int(answer.choices[0].message.content)


def invitation(candidate: dict) -> str:
    title = {"male": "Mr", "female": "Ms"}.get(candidate["gender"], "Mx")
    return f"Dear {title} {candidate['name']}, when could you come?"
