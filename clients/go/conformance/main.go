// The conformance scenario (clients/conformance) with the Go client: prints one JSON object for each step.
package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"

	pda "pda.example/clients/go"
	"pda.example/clients/go/gen/api"
	"pda.example/clients/go/sandbox"
)

// scenario is what the steps share. A step finds what earlier steps made, or fails.
type scenario struct {
	ctx                context.Context
	operator, merchant *pda.Client
	merchantID         string
	keyID, key         string
	publisherID        string
	assetType          string
	word               string
	merchants          []api.Merchant
	paymentKey         string
	// payments are the first three: to be paid, to be cancelled, to expire.
	payments  []api.Payment
	wallet    *sandbox.Wallet
	reference string
	refund    *api.Refund
	cursor    string
}

type step struct {
	name string
	run  func(*scenario) error
}

func main() {
	operator, err := newClient("", pda.WithAPIKey(os.Getenv("PDA_OPERATOR_KEY")))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	s := &scenario{ctx: context.Background(), operator: operator, word: strings.ToLower(rand.Text()[:10])}
	failed := false
	steps := slices(setUp, payments, refusals, money, records, later, troubles)
	if len(os.Args) > 1 {
		steps = callers[os.Args[1]]
	}
	for _, step := range steps {
		err := attempt(step, s)
		failed = failed || err != nil
		report(step.name, err)
	}
	if failed {
		os.Exit(1)
	}
}

// attempt runs a step. What panics misses something that an earlier step should have made.
func attempt(step step, s *scenario) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("an earlier step failed (%v)", reason)
		}
	}()
	return step.run(s)
}

func report(name string, err error) {
	line := map[string]any{"step": name, "ok": err == nil}
	if err != nil {
		line["detail"] = err.Error()
	}
	_ = json.NewEncoder(os.Stdout).Encode(line)
}

func slices(parts ...[]step) (all []step) {
	for _, part := range parts {
		all = append(all, part...)
	}
	return all
}

// newClient returns a client of the service, or of the relay on one of its paths, e.g. "/future".
func newClient(way string, options ...pda.Option) (*pda.Client, error) {
	if way != "" {
		options = append(options, pda.WithBaseURL(os.Getenv("PDA_RELAY_URL")+way))
	}
	return pda.New(options...)
}

// throughRelay returns an operator's client on a path of the relay.
func throughRelay(way string, options ...pda.Option) (*pda.Client, error) {
	return newClient(way, append(options, pda.WithAPIKey(os.Getenv("PDA_OPERATOR_KEY")))...)
}

// expect fails unless both are equal.
func expect(what string, got, want any) error {
	if reflect.DeepEqual(got, want) {
		return nil
	}
	return fmt.Errorf("%s: expected %v, got %v", what, want, got)
}

// refused returns the refusal of a call, or fails.
func refused(err error, status int) (*pda.Error, error) {
	var refusal *pda.Error
	if !errors.As(err, &refusal) {
		return nil, fmt.Errorf("expected *pda.Error with status %d, got %v", status, err)
	}
	return refusal, expect("status", refusal.Status, status)
}
