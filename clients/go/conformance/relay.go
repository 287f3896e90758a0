package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	pda "pda.example/clients/go"
	"pda.example/clients/go/gen/api"
)

var later = []step{
	{"unknown-enum-value", unknownEnumValue},
	{"unknown-event-type", unknownEventType},
	{"unknown-error", unknownError},
}

var troubles = []step{
	{"retries", retries},
	{"no-retries", noRetries},
	{"time-out", timeOut},
	{"not-the-service", notTheService},
	{"redirect", redirect},
	{"wrong-root", wrongRoot},
}

func unknownEnumValue(s *scenario) error {
	future, err := throughRelay("/future")
	if err != nil {
		return err
	}
	payment, err := future.GetPayment(s.ctx, s.payments[0].PaymentID)
	if err != nil {
		return err
	}
	if payment.Status.Valid() {
		return fmt.Errorf("expected a status that this version does not know, got %s", payment.Status)
	}
	if err := expect("status", string(payment.Status), "quarantined"); err != nil {
		return err
	}
	// The refund has changed it since it was read.
	want := s.payments[0]
	want.Status, want.RefundedAmount, want.Version = payment.Status, "2.5", payment.Version
	return expect("payment", *payment, want)
}

func unknownEventType(s *scenario) error {
	future, err := throughRelay("/future")
	if err != nil {
		return err
	}
	known := 0
	page, err := future.ListEvents(s.ctx, &api.ListEventsParams{PageSize: 10})
	if err != nil {
		return err
	}
	for i, event := range page.Items {
		switch {
		case event.ID == "" || event.Time.IsZero():
			return fmt.Errorf("expected an identifier and a time, got %+v", event)
		case i == 0:
			if err := expect("type", event.Type, "payment.quarantined"); err != nil {
				return err
			}
		case strings.HasPrefix(event.Type, "payment."):
			if payment := event.Data.Payment; payment == nil || payment.PaymentID != event.Subject {
				return fmt.Errorf("expected the payment %s, got %+v", event.Subject, event.Data)
			}
			known++
		}
	}
	if known == 0 {
		return errors.New("expected known events after the unknown one")
	}
	return nil
}

func unknownError(s *scenario) error {
	future, err := throughRelay("/future")
	if err != nil {
		return err
	}
	_, err = future.GetPayment(s.ctx, nowhere)
	refusal, err := refused(err, 404)
	if err != nil {
		return err
	}
	return expect("code and reason", string(refusal.ErrorCode)+" "+refusal.Reason(), "SVC-4999 ADDED_LATER")
}

func retries(s *scenario) error {
	flaky, err := throughRelay("/flaky")
	if err != nil {
		return err
	}
	body := s.order("3", "flaky")
	payment, err := flaky.CreatePayment(s.ctx, body)
	if err != nil {
		return err
	}
	var made []string
	for each, err := range s.operator.ListPaymentsAll(s.ctx, &api.ListPaymentsParams{OrderReference: body.OrderReference}) {
		if err != nil {
			return err
		}
		made = append(made, each.PaymentID)
	}
	return expect("payments", made, []string{payment.PaymentID})
}

func noRetries(s *scenario) error {
	flaky, err := throughRelay("/flaky", pda.WithRetryPolicy(pda.RetryPolicy{AttemptsMax: 1}))
	if err != nil {
		return err
	}
	_, err = flaky.CreatePayment(s.ctx, s.order("3", "once"))
	_, err = refused(err, 503)
	return err
}

func timeOut(s *scenario) error {
	slow, err := throughRelay("/slow", pda.WithTimeout(300*time.Millisecond), pda.WithRetryPolicy(pda.RetryPolicy{AttemptsMax: 1}))
	if err != nil {
		return err
	}
	started := time.Now()
	_, err = slow.GetPayment(s.ctx, s.payments[0].PaymentID)
	if took := time.Since(started); took > 3*time.Second {
		return fmt.Errorf("expected the end of the call within 3 s, not %v", took)
	}
	var failure *pda.ConnectionError
	if !errors.As(err, &failure) {
		return fmt.Errorf("expected *pda.ConnectionError, got %v", err)
	}
	return nil
}

// protocolError fails unless the error is one that says this.
func protocolError(err error, says string) error {
	var failure *pda.ProtocolError
	if !errors.As(err, &failure) || !strings.Contains(failure.Error(), says) {
		return fmt.Errorf("expected *pda.ProtocolError with %q, got %v", says, err)
	}
	return nil
}

func notTheService(s *scenario) error {
	foreign, err := newClient("/foreign", pda.WithoutAPIKey())
	if err != nil {
		return err
	}
	_, err = foreign.GetServerInfo(s.ctx)
	return protocolError(err, os.Getenv("PDA_RELAY_URL")+"/foreign")
}

func redirect(s *scenario) error {
	moved, err := throughRelay("/redirect")
	if err != nil {
		return err
	}
	_, err = moved.GetServerInfo(s.ctx)
	return protocolError(err, "redirects to "+os.Getenv("PDA_RELAY_URL")+"/plain")
}

func wrongRoot(s *scenario) error {
	// Only the library reads the variable; the operator's client was made with it.
	_ = os.Unsetenv("PDA_CA_FILE")
	distrustful, err := newClient("", pda.WithoutAPIKey())
	if err != nil {
		return err
	}
	_, err = distrustful.GetServerInfo(s.ctx)
	var failure *pda.ConnectionError
	if !errors.As(err, &failure) || !strings.Contains(failure.Error(), "PDA_CA_FILE") {
		return fmt.Errorf("expected *pda.ConnectionError that names PDA_CA_FILE, got %v", err)
	}
	return nil
}
