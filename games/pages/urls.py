"""Addresses of the table client, under /play/."""

from django.urls import path

from . import views

urlpatterns = [
    path("", views.table_client, name="table-client"),
    path("manifest.webmanifest", views.manifest, name="table-client-manifest"),
]
