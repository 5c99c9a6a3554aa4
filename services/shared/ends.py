"""The words for how a match ended, as services and clients use them."""

FINISHED = "finished"
RESIGNED = "resigned"
TIMEOUT = "timeout"
ABSENT = "absent"
ABORTED = "aborted"
ADJUDICATED = "adjudicated"
#: how a match may end
ENDS = (FINISHED, RESIGNED, TIMEOUT, ABSENT, ABORTED, ADJUDICATED)
