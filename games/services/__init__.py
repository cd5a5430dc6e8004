"""The verbs of a table, one file each. Every state change runs in one `write_transaction`."""

from .act import Wish, act
from .answers import Answer, RequestKey, hash_of_body
from .create_board_set import create_board_set, replace_public_value, set_public_value
from .create_tables import TableSpec, create_tables
from .issue_code import issue_code, issue_codes
from .open_board import open_board
from .release_tables import release_tables
from .replay import check_play, rebuild_play
from .reveal_board_set import reveal_board_set
from .sign_in import SignedIn, sign_in
from .sign_out import sign_out

__all__ = [
    "Answer",
    "RequestKey",
    "SignedIn",
    "TableSpec",
    "Wish",
    "act",
    "check_play",
    "create_board_set",
    "create_tables",
    "hash_of_body",
    "issue_code",
    "issue_codes",
    "open_board",
    "rebuild_play",
    "release_tables",
    "replace_public_value",
    "reveal_board_set",
    "set_public_value",
    "sign_in",
    "sign_out",
]
