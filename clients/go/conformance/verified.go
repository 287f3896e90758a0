package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	pda "pda.example/clients/go"
	"pda.example/clients/go/call"
	"pda.example/clients/go/gen/api"
)

// verifyAnswers calls through each proxy of PDA_TRY_PROXIES. The detail has the errors by the names of the proxies, as JSON.
func verifyAnswers(s *scenario) error {
	var proxies []struct{ Name, URL, Keys string }
	if err := json.Unmarshal([]byte(os.Getenv("PDA_TRY_PROXIES")), &proxies); err != nil {
		return err
	}
	said := map[string]string{}
	for _, proxy := range proxies {
		if err := throughProxy(s, proxy.URL, proxy.Keys); err != nil {
			said[proxy.Name] = fmt.Sprintf("%T: %v", err, err)
		}
	}
	text, err := json.Marshal(said)
	if err != nil || len(said) == 0 {
		return err
	}
	return errors.New(string(text))
}

// throughProxy makes three calls that succeed and one that is refused. An empty name of a file stands for the published keys.
func throughProxy(s *scenario, url, keys string) error {
	verified := pda.WithVerifiedAnswers()
	if keys != "" {
		text, err := os.ReadFile(keys)
		if err != nil {
			return err
		}
		verified = pda.WithAnswerKeys(text)
	}
	client, err := pda.New(pda.WithBaseURL(url), verified, pda.WithRetryPolicy(pda.RetryPolicy{AttemptsMax: 1}))
	if err != nil {
		return err
	}
	defer client.Close()
	for range 2 {
		if _, err := client.GetServerInfo(s.ctx); err != nil {
			return err
		}
	}
	params := &api.ListPaymentsParams{OrderReference: "a&b c/ü"}
	if _, err := client.ListPayments(s.ctx, params, call.RequestID("mine")); err != nil {
		return err
	}
	_, err = client.GetPayment(s.ctx, nowhere)
	var refusal *pda.Error
	if errors.As(err, &refusal) && refusal.Status == 404 {
		return nil
	}
	return err
}
