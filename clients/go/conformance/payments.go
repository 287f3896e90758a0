package main

import (
	"errors"
	"fmt"
	"strings"

	pda "pda.example/clients/go"
	"pda.example/clients/go/call"
	"pda.example/clients/go/gen/api"
	"pda.example/clients/go/gen/reason"
)

var payments = []step{
	{"create-payment", createPayment},
	{"replay-payment", replayPayment},
	{"key-of-another-request", keyOfAnotherRequest},
	{"outcome-of-a-key", outcomeOfAKey},
	{"get-payment", getPayment},
	{"list-payments", listPayments},
}

var refusals = []step{
	{"wrong-field", wrongField},
	{"not-found", notFound},
	{"forbidden", forbidden},
	{"unauthenticated", unauthenticated},
}

// order is the request for a payment of the merchant.
func (s *scenario) order(amount, reference string) api.CreatePaymentRequest {
	return api.CreatePaymentRequest{
		Amount:         amount,
		AssetType:      s.assetType,
		MerchantID:     s.merchantID,
		OrderReference: reference + "-" + s.word,
		Metadata:       map[string]string{"till": "4"},
	}
}

func createPayment(s *scenario) error {
	s.paymentKey = "order-1-" + s.word
	payment, err := s.merchant.CreatePayment(s.ctx, s.order("12.50", "order-1"), call.IdempotencyKey(s.paymentKey))
	if err != nil {
		return err
	}
	s.payments = append(s.payments, *payment)
	return expect("status", payment.Status, api.PaymentStatusPending)
}

func replayPayment(s *scenario) error {
	var info call.Info
	payment, err := s.merchant.CreatePayment(s.ctx, s.order("12.50", "order-1"), call.IdempotencyKey(s.paymentKey), call.ReadInfo(&info))
	if err != nil {
		return err
	}
	if err := expect("replayed", info.Replayed, true); err != nil {
		return err
	}
	return expect("payment", payment.PaymentID, s.payments[0].PaymentID)
}

func keyOfAnotherRequest(s *scenario) error {
	_, err := s.merchant.CreatePayment(s.ctx, s.order("13", "order-1"), call.IdempotencyKey(s.paymentKey))
	refusal, err := refused(err, 422)
	if err != nil {
		return err
	}
	if refusal.RequestID == "" || refusal.Reason() == "" {
		return fmt.Errorf("expected a request identifier and a reason, got %v", refusal)
	}
	return expect("code", refusal.ErrorCode, api.ErrorCodeSVC4222)
}

func outcomeOfAKey(s *scenario) error {
	outcome, err := s.merchant.GetOutcome(s.ctx, s.paymentKey, nil)
	if err != nil {
		return err
	}
	return expect("resource", outcome.ResourceID, s.payments[0].PaymentID)
}

func getPayment(s *scenario) error {
	payment, err := s.merchant.GetPayment(s.ctx, s.payments[0].PaymentID)
	if err != nil {
		return err
	}
	if life := payment.ExpireTime.Sub(payment.CreateTime); life.Seconds() <= 0 {
		return fmt.Errorf("expected to expire after its creation, not %v", life)
	}
	if err := expect("amount", payment.Amount, "12.5"); err != nil {
		return err
	}
	return expect("payment", *payment, s.payments[0])
}

func listPayments(s *scenario) error {
	want := []string{s.payments[0].PaymentID}
	for i := 2; i <= 3; i++ {
		payment, err := s.merchant.CreatePayment(s.ctx, s.order("4", fmt.Sprintf("order-%d", i)))
		if err != nil {
			return err
		}
		s.payments = append(s.payments, *payment)
		want = append([]string{payment.PaymentID}, want...)
	}
	pending, err := s.paymentIDs(api.ListPaymentsParams{Status: api.PaymentStatusPending, PageSize: 1})
	if err != nil {
		return err
	}
	if err := expect("pending payments", pending, want); err != nil {
		return err
	}
	ordered, err := s.paymentIDs(api.ListPaymentsParams{OrderReference: "order-1-" + s.word})
	if err != nil {
		return err
	}
	return expect("payments of the order", ordered, []string{s.payments[0].PaymentID})
}

func (s *scenario) paymentIDs(params api.ListPaymentsParams) (ids []string, _ error) {
	for payment, err := range s.merchant.ListPaymentsAll(s.ctx, &params) {
		if err != nil {
			return nil, err
		}
		ids = append(ids, payment.PaymentID)
	}
	return ids, nil
}

func wrongField(s *scenario) error {
	_, err := s.merchant.CreatePayment(s.ctx, s.order("0.0000001", "order-4"))
	var refusal *pda.Error
	if !errors.As(err, &refusal) {
		return fmt.Errorf("expected *pda.Error, got %v", err)
	}
	for _, item := range refusal.Errors {
		if item.Field == "amount" && item.Reason == reason.AmountScale {
			return nil
		}
	}
	return fmt.Errorf("expected an error of the field amount with the reason %s, got %+v", reason.AmountScale, refusal.Errors)
}

func notFound(s *scenario) error {
	_, err := s.merchant.GetPayment(s.ctx, nowhere)
	_, err = refused(err, 404)
	return err
}

// nowhere is an identifier of the right form that no payment has.
const nowhere = "pay_01kf05yaj0fg8rwb80000000zz"

func forbidden(s *scenario) error {
	_, err := s.merchant.ListMerchants(s.ctx, nil)
	_, err = refused(err, 403)
	return err
}

func unauthenticated(s *scenario) error {
	key := "pda_01kf05yaj0fg8rwb80000000zz_" + strings.Repeat("A", 43)
	stranger, err := newClient("", pda.WithAPIKey(key))
	if err != nil {
		return err
	}
	_, err = stranger.ListPayments(s.ctx, nil)
	refusal, failure := refused(err, 401)
	if failure != nil {
		return failure
	}
	if strings.Contains(fmt.Sprintf("%v %+v %#v %v %#v", refusal, refusal, refusal, stranger, stranger), key) {
		return errors.New("expected no key in the text of the error")
	}
	return nil
}
