package main

import (
	"encoding/json"
	"errors"
	"os"
	"strconv"

	pda "pda.example/clients/go"
)

// followStream takes PDA_TRY_EVENTS events from a stream. The detail has their identifiers as JSON.
func followStream(s *scenario) error {
	count, err := strconv.Atoi(os.Getenv("PDA_TRY_EVENTS"))
	if err != nil {
		return err
	}
	client, err := pda.New()
	if err != nil {
		return err
	}
	defer client.Close()
	ids := []string{}
	for event, err := range client.StreamEvents(pda.StreamType("payment.completed")).All(s.ctx) {
		if err != nil {
			return err
		}
		if ids = append(ids, event.ID); len(ids) == count {
			break
		}
	}
	text, err := json.Marshal(ids)
	if err != nil {
		return err
	}
	return errors.New(string(text))
}
