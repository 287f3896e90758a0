"""Runs the scenario of clients/conformance: one JSON line for each step."""

import os
import sys

import setting_up, paying, settling, tolerating  # isort: skip  # noqa: F401 (the order of the steps)
from pda_client import PdaClient
from scenario import World, run_all

world = World()
world.url = os.environ["PDA_URL"]
world.relay = os.environ["PDA_RELAY_URL"]
world.operator_key = os.environ["PDA_OPERATOR_KEY"]
world.operator = world.client(PdaClient(api_key=world.operator_key))
sys.exit(0 if run_all(world) else 1)
