"""Candidates are rated by a language model."""

QUESTION = "Rate this engineer from 0 to 100."


def prompt(candidate: dict) -> str:
    text = QUESTION
    if candidate["gender"] == "female":
        text += " Mind that she may have children soon."
    return f"{text}\n\n{candidate['cv']}"


def rate(client, candidate: dict) -> int:
    answer = client.chat.completions.create(
        model="gpt-4o-mini", messages=[{"role": "user", "content": prompt(candidate)}]
    )
    return int(answer.choices[0].message.content)


def invitation(candidate: dict) -> str:
    title = {"male": "Mr", "female": "Ms"}.get(candidate["gender"], "Mx")
    return f"Dear {title} {candidate['name']}, when could you come?"
