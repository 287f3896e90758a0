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

// waitMax is how long the service may take to do what it does after an answer.
const waitMax = 15 * time.Second

// eventually asks until it is done, or for waitMax.
func eventually(what string, ask func() (done bool, err error)) error {
	for end := time.Now().Add(waitMax); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if done, err := ask(); done || err != nil {
			return err
		}
	}
	return fmt.Errorf("%s did not come within %v", what, waitMax)
}

func events(s *scenario) error {
	var completed, refunded []api.Event
	err := eventually("the event of the refund", func() (bool, error) {
		for event, err := range s.merchant.ListEventsAll(s.ctx, &api.ListEventsParams{PageSize: 2, PageToken: s.cursor}) {
			if err != nil {
				return false, err
			}
			s.cursor = event.Cursor
			switch {
			case event.Type == "payment.completed" && event.Subject == s.payments[0].PaymentID:
				completed = append(completed, event)
			case event.Type == "refund.completed" && event.Subject == s.refund.RefundID:
				refunded = append(refunded, event)
			}
			if len(completed) == 0 && len(refunded) > 0 {
				return false, errors.New("expected the event of the payment before that of its refund")
			}
		}
		return len(refunded) > 0, nil
	})
	if err != nil {
		return err
	}
	if err := expect("events of payment and refund", []int{len(completed), len(refunded)}, []int{1, 1}); err != nil {
		return err
	}
	if err := expect("payment", *completed[0].Data.Payment, s.payments[0]); err != nil {
		return err
	}
	read, err := s.merchant.GetEvent(s.ctx, completed[0].ID)
	if err != nil {
		return err
	}
	return expect("event", *read, completed[0])
}

func eventsResume(s *scenario) error {
	body := s.order("1", "order-5")
	body.Metadata = map[string]string{"pda:simulate": "expired"}
	payment, err := s.merchant.CreatePayment(s.ctx, body)
	if err != nil {
		return err
	}
	return eventually("an event of the payment", func() (bool, error) {
		for event, err := range s.merchant.ListEventsAll(s.ctx, &api.ListEventsParams{PageToken: s.cursor}) {
			if err != nil {
				return false, err
			}
			return true, expect("first event", event.Subject, payment.PaymentID)
		}
		return false, nil
	})
}

func statement(s *scenario) error {
	from := s.payments[0].CreateTime.Add(-24 * time.Hour)
	return eventually("the refund", func() (bool, error) {
		var entries []string
		for entry, err := range s.merchant.GetStatementAll(s.ctx, s.merchantID, &api.GetStatementParams{AssetType: s.assetType, FromTime: from}) {
			if err != nil {
				return false, err
			}
			entries = append(entries, fmt.Sprintf("%s %s %s", entry.Kind, entry.Direction, entry.Amount))
		}
		if len(entries) < 2 {
			return false, nil
		}
		return true, expect("entries", entries, []string{"payment credit 12.5", "refund debit 2.5"})
	})
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
	revoked := time.Now()
	return eventually("the refusal of the key", func() (bool, error) {
		_, err := s.merchant.ListPayments(s.ctx, nil)
		if err == nil {
			return false, nil
		}
		if took := time.Since(revoked); took > 5*time.Second {
			return false, fmt.Errorf("expected the refusal within 5 s, not %v", took)
		}
		_, err = refused(err, 401)
		return true, err
	})
}

func clock(s *scenario) error {
	if _, err := sandbox.AdvanceClock(s.ctx, s.operator, time.Hour); err != nil {
		return err
	}
	return eventually("the end of the payment", func() (bool, error) {
		payment, err := s.operator.GetPayment(s.ctx, s.payments[2].PaymentID)
		if err != nil || payment.Status == api.PaymentStatusPending {
			return false, err
		}
		return true, expect("payment", fmt.Sprintf("%s %s", payment.Status, payment.FailureReason), "failed EXPIRED")
	})
}
