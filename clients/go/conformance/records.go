package main

import (
	"errors"
	"fmt"
	"time"

	pda "pda.example/clients/go"
	"pda.example/clients/go/gen/api"
	"pda.example/clients/go/sandbox"
)

var records = []step{
	{"events", events},
	{"events-resume", eventsResume},
	{"statement", statement},
	{"issue-asset", issueAsset},
	{"rotate-key", rotateKey},
	{"revoke-key", revokeKey},
	{"clock", clock},
}

func events(s *scenario) error {
	var types []string
	var completed api.Event
	for event, err := range s.merchant.ListEventsAll(s.ctx, &api.ListEventsParams{PageSize: 2}) {
		if err != nil {
			return err
		}
		s.cursor = event.Cursor
		if event.Subject != s.payments[0].PaymentID {
			continue
		}
		types = append(types, event.Type)
		completed = event
	}
	if err := expect("events of the payment", types, []string{"payment.created", "payment.completed"}); err != nil {
		return err
	}
	data, err := pda.EventData[api.PaymentEventData](completed)
	if err != nil {
		return err
	}
	if err := expect("payment", data.Payment, s.payments[0]); err != nil {
		return err
	}
	read, err := s.merchant.GetEvent(s.ctx, completed.ID)
	if err != nil {
		return err
	}
	return expect("event", read.Type+" "+read.Subject, completed.Type+" "+completed.Subject)
}

func eventsResume(s *scenario) error {
	payment, err := s.merchant.CreatePayment(s.ctx, s.order("1", "order-5"))
	if err != nil {
		return err
	}
	// The log of events follows the payments a moment later.
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		for event, err := range s.merchant.ListEventsAll(s.ctx, &api.ListEventsParams{PageToken: s.cursor}) {
			if err != nil {
				return err
			}
			return expect("first event", event.Subject, payment.PaymentID)
		}
	}
	return errors.New("no event came within 5 s")
}

func statement(s *scenario) error {
	params := &api.GetStatementParams{AssetType: s.assetType, FromTime: time.Now().Add(-24 * time.Hour), ToTime: time.Now().UTC()}
	var amounts []string
	// A period is closed about a second after its end.
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(200 * time.Millisecond) {
		amounts = nil
		err := error(nil)
		var entry api.StatementEntry
		for entry, err = range s.merchant.GetStatementAll(s.ctx, s.merchantID, params) {
			if err != nil {
				break
			}
			if entry.PaymentID == s.payments[0].PaymentID || entry.RefundID == s.refund.RefundID {
				amounts = append(amounts, fmt.Sprintf("%s %s %s", entry.Kind, entry.Direction, entry.Amount))
			}
		}
		var refusal *pda.Error
		if errors.As(err, &refusal) && refusal.ErrorCode == api.ErrorCodeSVC4096 && time.Now().Before(end) {
			continue
		}
		if err != nil {
			return err
		}
		return expect("entries", amounts, []string{"payment credit 12.5", "refund debit 2.5"})
	}
}

func issueAsset(s *scenario) error {
	goods, err := s.operator.DefineAssetType(s.ctx, s.publisherID, api.DefineAssetTypeRequest{AssetType: "G" + s.assetType, Name: "Conformance goods"})
	if err != nil {
		return err
	}
	issued, err := s.operator.IssueAsset(s.ctx, s.publisherID, api.IssueAssetRequest{
		AssetProfile: api.AssetProfileInput{Kind: api.AssetKindGood, Name: "Print 7 of 50"},
		AssetType:    goods.AssetType,
	})
	if err != nil {
		return err
	}
	read, err := s.operator.GetAsset(s.ctx, issued.AssetIdentifier)
	if err != nil {
		return err
	}
	if err := expect("asset", *read, *issued); err != nil {
		return err
	}
	verdict, err := s.operator.VerifyLifecycle(s.ctx, api.VerifyLifecycleRequest{AssetID: issued.AssetIdentifier})
	if err != nil {
		return err
	}
	return expect("lifecycle", verdict.LifecycleStatus, read.LifecycleStatus)
}

func rotateKey(s *scenario) error {
	rotated, err := s.operator.RotateAPIKey(s.ctx, s.merchantID, s.keyID, api.RotateAPIKeyRequest{OverlapSeconds: pda.Ptr(0)})
	if err != nil {
		return err
	}
	s.keyID = rotated.APIKey.APIKeyID
	if s.merchant, err = newClient("", pda.WithAPIKey(rotated.Secret)); err != nil {
		return err
	}
	_, err = s.merchant.ListPayments(s.ctx, nil)
	return err
}

func revokeKey(s *scenario) error {
	if _, err := s.operator.RevokeAPIKey(s.ctx, s.merchantID, s.keyID); err != nil {
		return err
	}
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		_, err := s.merchant.ListPayments(s.ctx, nil)
		if err == nil && time.Now().Before(end) {
			continue
		}
		_, err = refused(err, 401)
		return err
	}
}

func clock(s *scenario) error {
	if _, err := sandbox.AdvanceClock(s.ctx, s.operator, time.Hour); err != nil {
		return err
	}
	// The worker lets payments expire.
	for end := time.Now().Add(15 * time.Second); ; time.Sleep(200 * time.Millisecond) {
		payment, err := s.operator.GetPayment(s.ctx, s.payments[2].PaymentID)
		if err != nil {
			return err
		}
		if payment.Status == api.PaymentStatusPending && time.Now().Before(end) {
			continue
		}
		return expect("payment", fmt.Sprintf("%s %s", payment.Status, payment.FailureReason), "failed EXPIRED")
	}
}
