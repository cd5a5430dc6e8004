"""The web table client: a shell that the server renders, with the texts its scripts show."""
