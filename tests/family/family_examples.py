# ruff: noqa: E501 (the examples stand as they are published)
"""The two examples of record format 2, each with the JSON that belongs to it."""

ALL_FIVES = """\
record: 2
game: all-fives
players: [Ada, Ben]
rounds:
- starter: Ben
  hands: {Ada: 4-2 4-3 3-2 4-4 5-5 2-1 5-2, Ben: 3-1 2-0 1-1 2-2 6-2 6-3 5-4}
  boneyard: 4-1 4-0 5-3 0-0 3-3 6-4 6-5 6-0 6-1 1-0 6-6 5-1 5-0 3-0
  actions: [Ben 5-4, Ada 4-4, Ben draw, Ben 4-1, Ada 4-3, Ben 1-1 right, Ada 2-1 right]
"""

ALL_FIVES_JSON = """\
{"game":"all-fives","over":false,"winners":[],"sides":[{"players":["Ada"],"total":10,"in":true},{"players":["Ben"],"total":10,"in":true}],"rounds":[{"end":null,"scores":[10,10]}],
 "table":{"to_act":"Ben","ends":[{"id":"left","number":5,"adds":5,"owner":null,"open":true},
  {"id":"right","number":2,"adds":2,"owner":null,"open":true},
  {"id":"up","number":3,"adds":3,"owner":null,"open":true},
  {"id":"down","number":4,"adds":0,"owner":null,"open":true}],
  "must_cover":null,"spinner":"4-4","chain":{"line":"5-4 4-4 4-1 1-1 1-2","up":"4-3","down":""},
  "hands":{"Ada":"4-2 3-2 5-5 5-2","Ben":"3-1 2-0 2-2 6-2 6-3"},
  "boneyard":"4-0 5-3 0-0 3-3 6-4 6-5 6-0 6-1 1-0 6-6 5-1 5-0 3-0",
  "legal":["3-1 up","2-0 right","2-2 right","6-2 right","6-3 up"]}}
"""

MEXICAN_TRAIN = """\
record: 2
game: mexican-train
options: {hand: 5}
players: [Ada, Ben]
rounds:
- starter: Ben
  hands: {Ada: 7-0 9-7 9-1 6-4 2-2, Ben: 3-3 7-7 3-2 6-0 8-3}
  boneyard: 6-1 2-0 8-7 5-5 9-8 6-6 5-0 3-0 9-0 8-1 7-5 6-2 8-5 3-1 8-2 4-2 2-1 9-5 8-8 8-0 5-3 7-2 9-6 8-6 8-4 5-2 7-3 0-0 4-1 6-5 4-3 4-4 6-3 4-0 7-6 9-2 7-4 1-0 5-1 7-1 9-3 1-1 9-4 5-4
  actions: [Ben draw, Ben pass, Ada 9-1 train Ben, Ben 6-1 train Ben, Ada 9-7 mexican, Ben 7-7 mexican, Ben draw, Ben pass]
"""

MEXICAN_TRAIN_JSON = """\
{"game":"mexican-train","over":false,"winners":[],"sides":[{"players":["Ada"],"total":0,"in":true},{"players":["Ben"],"total":0,"in":true}],"rounds":[{"end":null,"scores":[0,0]}],
 "table":{"to_act":"Ada","ends":[{"id":"train Ada","number":9,"adds":null,"owner":"Ada","open":false},
  {"id":"train Ben","number":6,"adds":null,"owner":"Ben","open":true},
  {"id":"mexican","number":7,"adds":null,"owner":null,"open":true}],
  "must_cover":"mexican","spinner":null,"chain":{"engine":"9-9","train Ada":"","train Ben":"9-1 1-6","mexican":"9-7 7-7"},
  "hands":{"Ada":"7-0 6-4 2-2","Ben":"3-3 3-2 6-0 8-3 2-0"},
  "boneyard":"8-7 5-5 9-8 6-6 5-0 3-0 9-0 8-1 7-5 6-2 8-5 3-1 8-2 4-2 2-1 9-5 8-8 8-0 5-3 7-2 9-6 8-6 8-4 5-2 7-3 0-0 4-1 6-5 4-3 4-4 6-3 4-0 7-6 9-2 7-4 1-0 5-1 7-1 9-3 1-1 9-4 5-4",
  "legal":["7-0 mexican"]}}
"""
