// The calls of ../README.md with oapi-codegen's client.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"

	"pda.example/client"
)

var (
	name = os.Getenv("NAME")
	ctx  = context.Background()
)

func main() {
	server := must(as("").GetServerInfoWithResponse(ctx)).JSON200.Data
	line("GetServerInfo", fields{"version": server.Version, "environment": server.Environment})
	merchantId, key := merchants(as(os.Getenv("PDA_API_KEY")))
	payments(as(key), merchantId)
}

// as returns the client of a caller.
func as(key string) *pda.ClientWithResponses {
	return must(pda.NewClientWithResponses(os.Getenv("PDA_URL"),
		pda.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
			if key != "" {
				request.Header.Set("Authorization", "Bearer "+key)
			}
			return nil
		})))
}

func merchants(api *pda.ClientWithResponses) (merchantId, key string) {
	created := must(api.RegisterMerchantWithResponse(ctx, nil, pda.RegisterMerchantRequest{Name: name})).JSON201.Data
	line("RegisterMerchant", merchant(created))
	merchantId = created.MerchantId
	line("GetMerchant", merchant(must(api.GetMerchantWithResponse(ctx, merchantId)).JSON200.Data))
	line("UpdateMerchant", merchant(must(api.UpdateMerchantWithResponse(ctx, merchantId,
		&pda.UpdateMerchantParams{UpdateMask: ptr("name")},
		pda.UpdateMerchantRequest{Name: ptr(name + " Ltd")})).JSON200.Data))
	found := must(api.ListMerchantsWithResponse(ctx,
		&pda.ListMerchantsParams{NamePrefix: &name, PageSize: ptr(int32(10))})).JSON200.Data
	line("ListMerchants", fields{"merchants": each(found.Items, merchant)})
	events := must(api.ListEventsWithResponse(ctx,
		&pda.ListEventsParams{Type: ptr("payment.failed"), PageSize: ptr(int32(1))})).JSON200.Data
	line("ListEvents", fields{"events": each(events.Items, event)})
	granted := must(api.CreateApiKeyWithResponse(ctx, merchantId, nil, pda.CreateApiKeyRequest{
		Name: "till", Scopes: []string{"payments.read", "payments.write"}})).JSON201.Data
	line("CreateApiKey", fields{"apiKeyId": granted.ApiKey.ApiKeyId, "name": granted.ApiKey.Name,
		"scopes": granted.ApiKey.Scopes, "status": granted.ApiKey.Status})
	return merchantId, granted.Secret
}

func payments(api *pda.ClientWithResponses, merchantId string) {
	create := func(key string) pda.Payment {
		return must(api.CreatePaymentWithResponse(ctx, &pda.CreatePaymentParams{IdempotencyKey: &key},
			pda.CreatePaymentRequest{MerchantId: merchantId, Amount: "12.50", AssetType: os.Getenv("ASSET_TYPE"),
				Metadata: &map[string]string{"order": name}})).JSON201.Data
	}
	first, second := create(name+"-1"), create(name+"-2")
	line("CreatePayment", payment(first))
	line("GetPayment", payment(must(api.GetPaymentWithResponse(ctx, first.PaymentId)).JSON200.Data))

	pending := &pda.ListPaymentsParams{Status: ptr(pda.PAYMENTSTATUSPENDING), PageSize: ptr(int32(1))}
	page := must(api.ListPaymentsWithResponse(ctx, pending)).JSON200.Data
	pending.PageToken = &page.NextPageToken
	next := must(api.ListPaymentsWithResponse(ctx, pending)).JSON200.Data
	line("ListPayments", fields{"payments": each(append(page.Items, next.Items...), payment)})
	line("CancelPayment", payment(must(api.CancelPaymentWithResponse(ctx, second.PaymentId, nil)).JSON200.Data))

	refused := must(api.GetPaymentWithResponse(ctx, "pay_01kf05yaj0fg8rwbaz19nqs3cy"))
	failure := refused.JSON404
	line("Refusal", fields{"httpStatus": refused.StatusCode(), "errorCode": failure.ErrorCode,
		"reason": failure.Errors[0].Reason, "requestId": failure.RequestId})
}

type fields map[string]any

func merchant(m pda.Merchant) fields {
	return fields{"merchantId": m.MerchantId, "name": m.Name, "status": m.Status, "createTime": m.CreateTime,
		"version": m.Version}
}

func payment(p pda.Payment) fields {
	return fields{"paymentId": p.PaymentId, "merchantId": p.MerchantId, "amount": p.Amount, "status": p.Status,
		"createTime": p.CreateTime, "metadata": p.Metadata}
}

func event(e pda.Event) fields {
	p := e.Data.Payment
	return fields{"id": e.Id, "type": e.Type, "time": e.Time, "paymentId": p.PaymentId, "amount": p.Amount, "status": p.Status}
}

func each[T any](items []T, show func(T) fields) []fields {
	shown := []fields{}
	for _, item := range items {
		shown = append(shown, show(item))
	}
	return shown
}

func ptr[T any](value T) *T { return &value }

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func line(call string, members fields) {
	members["call"] = call
	if err := json.NewEncoder(os.Stdout).Encode(members); err != nil {
		log.Fatal(err)
	}
}
