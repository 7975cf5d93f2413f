"""Every game as an environment for programs that learn: PettingZoo and OpenSpiel. `pip install tablee[ai]`.

Actions and observations are derived from domains and zones; nothing here knows a game. Their numbering is part of
what people have trained on: say so in the changelog when it moves.
"""
