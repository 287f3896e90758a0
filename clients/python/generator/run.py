"""Runs openapi-python-client with fewer reserved words than it has, so that members keep their names.

`type` is a fine name of an attribute; `credits` and its like are names only of an interactive session.
"""

from openapi_python_client import strings
from openapi_python_client.cli import app

strings.RESERVED_WORDS.difference_update({"type", "copyright", "credits", "exit", "license", "quit"})
app()
