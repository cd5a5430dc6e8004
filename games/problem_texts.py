"""The problems that the table API can answer with: title, cause and cure of each code.

Texts only. They are registered when the application starts.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.errors import Text, register

_TEXTS: dict[str, tuple[Text, Text, Text]] = {
    # the request itself
    "malformed": (
        _("The body cannot be read"),
        _(
            "The body is not JSON, or not an object, or it repeats a member, or a text in it has"
            " half a surrogate pair or a NUL."
        ),
        _("Send a JSON object in UTF-8."),
    ),
    "too_large": (
        _("The body is too large"),
        _("The body has more bytes than any call of this API needs."),
        _("Send only the fields that the schema names."),
    ),
    "invalid": (
        _("The request does not say what it should"),
        _("A field is missing, has the wrong type, or names something that does not exist."),
        _("Each fault stands in `errors` with its field. Correct them and send again."),
    ),
    "unknown_field": (
        _("Unknown field"),
        _("The request has a field that this call does not know, perhaps a misspelling."),
        _("Remove the fields named in `errors`, or write them as the schema does."),
    ),
    "unsupported_media_type": (
        _("Unsupported media type"),
        _("The body was sent with another content type than application/json."),
        _("Send JSON with the header `Content-Type: application/json`."),
    ),
    "not_acceptable": (
        _("No such representation"),
        _("The `Accept` header asks for a form that this address does not have."),
        _("Accept application/json."),
    ),
    "method_not_allowed": (
        _("Method not allowed"),
        _("This address does not answer to this method."),
        _("See the `Allow` header."),
    ),
    "not_found": (
        _("Not found"),
        _("It does not exist, or it is not yours to see; which of them is not told."),
        _("Check the address. Ask for your present play at /api/v1/me/play/."),
    ),
    "table_frozen": (
        _("This table is frozen"),
        _("A director has stopped the table; its clocks stand still and no action is taken."),
        _("Wait for the entry `resumed`, then send the action again."),
    ),
    "table_paused": (
        _("All tables are paused"),
        _("A director has paused the event; the clocks stand still and no action is taken."),
        _("Wait for the entry `resumed`, then send the action again."),
    ),
    "table_claimed": (
        _("A claim is open"),
        _("Somebody has shown the hand and claimed the rest of the board; clocks stand still."),
        _("Answer the claim if `expected` asks you, or wait for the entry `claim_ended`."),
    ),
    "no_claims": (
        _("No claims here"),
        _("The event's settings do not let players claim."),
        _("Play on."),
    ),
    "not_on_lead": (
        _("Not on lead"),
        _("Only the player who is to begin a contest can claim the rest of a board."),
        _("Claim when `expected.type` is `play` and `to_beat` is null."),
    ),
    "already_claimed": (
        _("Claimed before"),
        _("A seat can claim once on each board, and this one has."),
        _("Play on."),
    ),
    "claim_incomplete": (
        _("Not the whole hand"),
        _("The plays claimed have to use every card of the hand, in an order the rules allow."),
        _("Name each combination in `plays`, in the order in which you would lead them."),
    ),
    "claim_over": (
        _("No such claim is open"),
        _("The claim has ended, or this seat is not asked about it, or has answered."),
        _("Look at `claim` and `expected` in your view."),
    ),
    "nothing_in_play": (
        _("No board is being played"),
        _("The table has finished, is not released, or plays with physical cards."),
        _("Correct a result that is there already; an action of it cannot be changed."),
    ),
    "nothing_to_undo": (
        _("Nothing to undo"),
        _("No action of the board that is being played is in force."),
        _("Look at the log. What happened on a finished board is ruled, not undone."),
    ),
    "no_clock": (
        _("No clock"),
        _("The event's settings give its tables no clock."),
        _("Nothing needs to be extended."),
    ),
    "no_such_seat": (
        _("No such seat"),
        _("The table has no chair with this letter."),
        _("Seats are A, B, C (and D with four players)."),
    ),
    "no_such_bot": (
        _("No such bot"),
        _("Bots are `chance`, `greedy` and `planner`."),
        _("Name one of them."),
    ),
    "no_hints": (
        _("No hints here"),
        _("The event's settings do not let players ask for hints."),
        _("Choose among what `expected` names."),
    ),
    "not_your_turn": (
        _("Not your turn"),
        _("Your position is not asked for a play now."),
        _("Ask again when `expected.type` of your view is `play`."),
    ),
    "no_table": (
        _("No table"),
        _("You are not seated at a table that is being played."),
        _("Wait until a round is released; see /api/v1/me/."),
    ),
    "idle": (
        _("You are idle"),
        _("At a table of partners one of the four has no cards and speaks for no hand."),
        _("Wait: `hand_passed` in your view, or the next board, gives you cards."),
    ),
    "no_director": (
        _("No director here"),
        _("The board is played for practice: nobody directs it, and it counts for nothing."),
        _("Play on, or leave it."),
    ),
    "already_called": (
        _("Already called"),
        _("Your earlier call for the director is still open, or has been taken."),
        _("Wait for the director, or withdraw the call first."),
    ),
    "no_mail": (
        _("No mail server"),
        _("This installation has no mail server: it sends no letters."),
        _("Look at your seat and your results on the event's pages."),
    ),
    "throttled": (
        _("Too many requests"),
        _("There were too many requests, or too many failed sign-ins, in a short time."),
        _("Wait for the seconds that `Retry-After` names, then try again."),
    ),
    "server_error": (
        _("The server failed"),
        _("Something went wrong that is not your fault. It has been logged."),
        _("Send the same request with the same idempotency key again."),
    ),
    "busy": (
        _("The server is busy"),
        _("Another change took so long that this one was not tried."),
        _("Send the same request with the same idempotency key again."),
    ),
    # who
    "not_authenticated": (
        _("Sign in first"),
        _("The request carries no credential."),
        _("Sign in with your code at /api/v1/sessions/ and send the token as Bearer."),
    ),
    "unknown_token": (
        _("Unknown token"),
        _("The token was never issued here, or is mistyped."),
        _("Sign in again with your code."),
    ),
    "signed_out": (
        _("Signed out"),
        _("The token was signed out or withdrawn."),
        _("Sign in again with your code."),
    ),
    "taken_over": (
        _("Taken over by another device"),
        _("Somebody signed in with the same code on another device and took the seat over."),
        _("Sign in here with `take_over`, or go on with the other device."),
    ),
    "foreign_origin": (
        _("Request from another site"),
        _("A page of another site tried to act with the cookie of this one."),
        _("Use a token in the Authorization header."),
    ),
    "forbidden": (
        _("Not allowed"),
        _("Your role does not allow this."),
        _("Ask somebody who has the role."),
    ),
    "unknown_code": (
        _("Unknown code"),
        _("No player has this code, or it was replaced by a newer one."),
        _("Type it again (0 and O, 1, I and L are the same), or ask the director for a new one."),
    ),
    "seat_taken": (
        _("Another device is signed in"),
        _("A player has one live device, and another one is signed in with this code."),
        _("Send `take_over: true` to sign the other device out."),
    ),
    # acting
    "key_missing": (
        _("Idempotency key missing"),
        _("A request that changes something needs the header `Idempotency-Key`."),
        _("Send a new random text (at most 80 characters) for each action, the same for retries."),
    ),
    "key_invalid": (
        _("Unusable idempotency key"),
        _("The idempotency key is longer than 80 characters, or has others than printable ASCII."),
        _("Use a UUID."),
    ),
    "key_reused": (
        _("Idempotency key used before"),
        _("The key belongs to an earlier request with another body."),
        _("Use a new key for a new action."),
    ),
    "in_progress": (
        _("Still running"),
        _("The first request with this key has not ended yet."),
        _("Wait for the seconds that `Retry-After` names, then send the same request again."),
    ),
    "stale": (
        _("Something happened since"),
        _("The action names an older `seq` than the play has reached."),
        _("Read what happened in `entries`, fetch your view, and decide again."),
    ),
    "illegal_action": (
        _("Illegal action"),
        _("The rules do not allow this action now. `engine_code` says why."),
        _("Choose among the `choices` of `expected` in your view."),
    ),
    "boards_not_open": (
        _("Boards are still closed"),
        _("The secret tells every deal of its set, and a board of it is not open yet."),
        _("Open the boards first, or wait until their last tables have finished."),
    ),
    # directing
    "refused": (
        _("Refused"),
        _("What was asked cannot be done now. `refusal` is the reason, `params` its figures."),
        _("Do what the sentence says first, or ask for something else."),
    ),
    "import_faults": (
        _("The list has faults"),
        _("A line of the list cannot be entered, so nobody was."),
        _("Correct every line that `errors` names, and send the whole list again."),
    ),
    "preview_outdated": (
        _("The difference shown is outdated"),
        _("The standings would change in another way than was shown."),
        _("Look at `changes`, and send `preview` as it is now if you still want it."),
    ),
    "changed_meanwhile": (
        _("Changed meanwhile"),
        _("Somebody changed it since you read it: `now` is its state, `changed_by` who it was."),
        _("Decide again on what it is now, and send its ETag as If-Match."),
    ),
    "if_match_missing": (
        _("If-Match missing"),
        _("A change of a resource has to name the state that it changes."),
        _("Read it, and send its ETag in the header If-Match."),
    ),
    # results of boards played with cards
    "impossible_result": (
        _("Impossible facts"),
        _("The rules of this table do not allow this result; each fault stands in `errors`."),
        _("Correct the facts named there and send them again."),
    ),
    "does_not_fit": (
        _("The facts do not fit the board"),
        _(
            "With the cards of this board this cannot have happened: another landlord, another"
            " board, swapped hands, a lead or bombs that nobody held."
        ),
        _("Look at the slip again. After three different reports only the director enters it."),
    ),
    "unusual_result": (
        _("Unusually high score"),
        _("Few boards score so much. Often a bomb or a double was counted twice."),
        _("Check the facts. If they are right, send them again with `sure: true` and a new key."),
    ),
    "ask_director": (
        _("The director enters this result"),
        _("Three different reports did not fit this board, and each refusal tells a little."),
        _("Call the director with the paper slip."),
    ),
    "not_compared": (
        _("No longer compared with the cards"),
        _("Several slips did not fit this board, and each refusal tells a little of its cards."),
        _("Read the paper slip once more, then send it with `sure: true` and a new key."),
    ),
    "has_result": (
        _("The board has its result"),
        _("This board was finished at this table before."),
        _("Choose another board; or dispute the result if it is wrong."),
    ),
    "not_played": (
        _("Not to be played"),
        _("The director has taken this board away from this table."),
        _("Go on with another board."),
    ),
    "has_begun": (
        _("Begun already"),
        _("Only a board that a table has not begun can be taken away from it, and only once."),
        _(
            "Let it be played; or withdraw it, or give every position an artificial score: then it"
            " can be broken off."
        ),
    ),
    "report_replaced": (
        _("Changed meanwhile"),
        _("What you speak of is not in force any more."),
        _("Look at `play` in the answer, and decide again."),
    ),
    "wrong_pin": (
        _("Wrong PIN"),
        _("At a table's device a player speaks with the four digits printed beside the own code."),
        _("Type it again; after five wrong ones wait, or use your own device."),
    ),
    "table_device": (
        _("Token of a table"),
        _("A token of a table's device asks for something that only players have."),
        _("Ask for /api/v1/me/table/, and name seat and PIN of who speaks."),
    ),
    "own_report": (
        _("Your own report"),
        _("Whoever reports a result does not confirm it."),
        _("The other seats confirm it, on their devices or by PIN."),
    ),
    "correction_period_over": (
        _("The correction period is over"),
        _("The result was published too long ago to be disputed by a player."),
        _("Speak to the director."),
    ),
    "already_chosen": (
        _("Already chosen"),
        _("You have already decided whether to double, and a sealed choice stands."),
        _("Wait until both farmers have chosen."),
    ),
}

for _code, (_title, _cause, _cure) in _TEXTS.items():
    register(_code, _title, _cause, _cure)
