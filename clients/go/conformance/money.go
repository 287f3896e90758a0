package main

import (
	"fmt"
	"iter"

	"pda.example/clients/go/call"
	"pda.example/clients/go/gen/api"
	"pda.example/clients/go/gen/reason"
	"pda.example/clients/go/sandbox"
)

var money = []step{
	{"sandbox-wallet", sandboxWallet},
	{"payment-reference", paymentReference},
	{"authorize-payment", authorizePayment},
	{"authorize-again", authorizeAgain},
	{"transaction", transaction},
	{"merchant-balance", merchantBalance},
	{"refund", refund},
	{"refund-too-much", refundTooMuch},
	{"cancel-payment", cancelPayment},
}

func sandboxWallet(s *scenario) (err error) {
	if s.wallet, err = sandbox.NewWallet(s.ctx, s.operator); err != nil {
		return err
	}
	if _, err := s.wallet.Fund(s.ctx, "100", s.assetType); err != nil {
		return err
	}
	balances, err := s.operator.ListBalances(s.ctx, s.wallet.ID, nil)
	if err != nil {
		return err
	}
	return expect("balances", balances.Items, []api.Balance{{AssetType: s.assetType, Amount: "100"}})
}

func paymentReference(s *scenario) error {
	made, err := s.merchant.GeneratePaymentReference(s.ctx, s.payments[0].PaymentID)
	if err != nil {
		return err
	}
	s.reference = made.Reference
	request, err := s.operator.ResolvePaymentReference(s.ctx, s.wallet.ID, s.reference)
	if err != nil {
		return err
	}
	return expect("payment", request.PaymentID, s.payments[0].PaymentID)
}

func authorizePayment(s *scenario) error {
	if _, err := s.wallet.Pay(s.ctx, s.reference); err != nil {
		return err
	}
	payment, err := s.merchant.GetPayment(s.ctx, s.payments[0].PaymentID)
	if err != nil {
		return err
	}
	s.payments[0] = *payment
	if payment.TransactionID == "" {
		return fmt.Errorf("expected a transaction, got %+v", payment)
	}
	return expect("status", payment.Status, api.PaymentStatusCompleted)
}

func authorizeAgain(s *scenario) error {
	again, err := s.wallet.Pay(s.ctx, s.reference, call.IdempotencyKey("again-"+s.word))
	if err != nil {
		return err
	}
	if err := expect("payment", again.TransactionID, s.payments[0].TransactionID); err != nil {
		return err
	}
	other, err := sandbox.NewWallet(s.ctx, s.operator)
	if err != nil {
		return err
	}
	_, err = other.Pay(s.ctx, s.reference)
	refusal, err := refused(err, 409)
	if err != nil {
		return err
	}
	return expect("code", refusal.ErrorCode, api.ErrorCodeSVC4091)
}

func transaction(s *scenario) error {
	id := s.payments[0].TransactionID
	read, err := s.merchant.GetTransaction(s.ctx, id)
	if err != nil {
		return err
	}
	if err := expect("amount", read.Amount, "12.5"); err != nil {
		return err
	}
	own := s.merchant.ListTransactionsAll(s.ctx, nil)
	if err := has(own, func(each api.Transaction) bool { return each.TransactionID == id }); err != nil {
		return fmt.Errorf("transactions of the merchant: %w", err)
	}
	paid := s.operator.ListWalletTransactionsAll(s.ctx, s.wallet.ID, nil)
	if err := has(paid, func(each api.WalletTransaction) bool { return each.TransactionID == id }); err != nil {
		return fmt.Errorf("transactions of the wallet: %w", err)
	}
	return nil
}

// has fails unless one of the items is as expected.
func has[T any](items iter.Seq2[T, error], expected func(T) bool) error {
	for item, err := range items {
		if err != nil {
			return err
		}
		if expected(item) {
			return nil
		}
	}
	return fmt.Errorf("the expected item is not in the list")
}

func merchantBalance(s *scenario) error {
	balances := s.merchant.ListMerchantBalancesAll(s.ctx, s.merchantID, nil)
	return has(balances, func(each api.MerchantBalance) bool { return each.AssetType == s.assetType })
}

func refund(s *scenario) error {
	original := s.payments[0].TransactionID
	eligible, err := s.merchant.CheckRefundEligibility(s.ctx, api.CheckRefundEligibilityRequest{OriginalTransaction: original, RefundAmount: "2.50"})
	if err != nil {
		return err
	}
	if err := expect("allowed", eligible.Allowed, true); err != nil {
		return err
	}
	made, err := s.merchant.CreateRefund(s.ctx, api.CreateRefundRequest{OriginalTransaction: original, RefundAmount: "2.50", Reason: "One item came back"})
	if err != nil {
		return err
	}
	read, err := s.merchant.GetRefund(s.ctx, made.RefundID)
	if err != nil {
		return err
	}
	s.refund = read
	if err := expect("refund", *read, *made); err != nil {
		return err
	}
	refunds := s.merchant.ListRefundsAll(s.ctx, &api.ListRefundsParams{PaymentID: s.payments[0].PaymentID})
	return has(refunds, func(each api.Refund) bool { return each.RefundID == made.RefundID && each.RefundAmount == "2.5" })
}

func refundTooMuch(s *scenario) error {
	_, err := s.merchant.CreateRefund(s.ctx, api.CreateRefundRequest{
		OriginalTransaction: s.payments[0].TransactionID, RefundAmount: "12", Reason: "More than is left",
	})
	refusal, err := refused(err, 422)
	if err != nil {
		return err
	}
	return expect("reason", refusal.Reason(), reason.RefundExceedsPaid)
}

func cancelPayment(s *scenario) error {
	payment, err := s.merchant.CancelPayment(s.ctx, s.payments[1].PaymentID)
	if err != nil {
		return err
	}
	return expect("status", payment.Status, api.PaymentStatusCancelled)
}
