"""Addresses of programmes."""

urlpatterns = []
