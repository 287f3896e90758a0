// A service that creates payments over gRPC.
//
//	payments <core address> <folder of pda pki> <merchant> <asset type>
package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"log"
	"os"

	paymentv1 "pda.example/protos/go/pda/payment/v1"
	"pda.example/shop/core"
)

func run(address, pki, merchant, assetType string) error {
	channel, err := core.Connect(address, pki, "shop")
	if err != nil {
		return err
	}
	defer channel.Close()
	payments := paymentv1.NewPaymentServiceClient(channel)

	// Store the key with your order before you send: whatever happens then, the same key finds the same payment.
	key := "order-" + rand.Text()
	request := &paymentv1.CreatePaymentRequest{Amount: "12.50", AssetType: assetType, MerchantId: merchant}
	created, err := core.Call(payments.CreatePayment, request, key)
	if err != nil {
		return err
	}
	fmt.Println("created ", created.GetPayment().GetAmount(), created.GetPayment().GetStatus())

	repeated, err := core.Call(payments.CreatePayment, request, key)
	if err != nil {
		return err
	}
	if repeated.GetPayment().GetPaymentId() != created.GetPayment().GetPaymentId() {
		return errors.New("the repeat made another payment")
	}
	fmt.Println("repeated the same payment")

	read, err := core.Call(payments.GetPayment, &paymentv1.GetPaymentRequest{PaymentId: created.GetPayment().GetPaymentId()}, "")
	if err != nil {
		return err
	}
	fmt.Println("read    ", read.GetPayment().GetAmount(), read.GetPayment().GetStatus())

	request.Amount = "0.0000001"
	var refusal *core.Refusal
	if _, err = core.Call(payments.CreatePayment, request, "order-"+rand.Text()); !errors.As(err, &refusal) {
		return errors.New("an amount with too many digits was not refused")
	}
	fmt.Println("refused ", refusal)
	return nil
}

func main() {
	if len(os.Args) != 5 {
		log.Fatal("usage: payments <core address> <folder of pda pki> <merchant> <asset type>")
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3], os.Args[4]); err != nil {
		log.Fatal(err)
	}
}
