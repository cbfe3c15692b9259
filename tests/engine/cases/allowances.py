"""Django views that look at a form and at who sends it."""
from django.http import JsonResponse
from django.views.decorators.http import require_POST


@require_POST
def allowance(request):
    if request.POST["marital_status"] == "married":
        return JsonResponse({"amount": 500})
    return JsonResponse({"amount": 300})


def benefit(request, case_id):
    if int(request.GET["age"]) > 60:
        return JsonResponse({"error": "too old"}, status=403)
    return JsonResponse({"case": case_id, "amount": 100})
