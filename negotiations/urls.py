"""Addresses for people, and they keep."""

urlpatterns = []
