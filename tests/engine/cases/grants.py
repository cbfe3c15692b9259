"""A view of Django REST framework that answers with another status, and with other keys."""

from rest_framework import status
from rest_framework.response import Response
from rest_framework.views import APIView


class GrantView(APIView):
    def post(self, request):
        if int(request.data["age"]) > 35:
            return Response({"detail": "too late"}, status=status.HTTP_400_BAD_REQUEST)
        return Response({"grant": 1200}, status=status.HTTP_201_CREATED)
