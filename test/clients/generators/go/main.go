// The calls of ../README.md with openapi-generator's go client.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"os"

	pda "github.com/GIT_USER_ID/GIT_REPO_ID"
)

var name = os.Getenv("NAME")

func main() {
	config := pda.NewConfiguration()
	config.Servers[0].URL = os.Getenv("PDA_URL")
	api := pda.NewAPIClient(config)
	anyone := context.Background()
	operator := context.WithValue(anyone, pda.ContextAccessToken, os.Getenv("PDA_API_KEY"))

	server := data(api.ServerAPI.GetServerInfo(anyone).Execute()).Data
	line("GetServerInfo", fields{"version": server.Version, "environment": server.Environment})
	merchantId, key := merchants(api, operator)
	payments(api, context.WithValue(anyone, pda.ContextAccessToken, key), merchantId)
}

func merchants(api *pda.APIClient, ctx context.Context) (merchantId, key string) {
	created := data(api.MerchantAPI.RegisterMerchant(ctx).
		RegisterMerchantRequest(*pda.NewRegisterMerchantRequest(name)).Execute()).Data
	line("RegisterMerchant", merchant(created))
	merchantId = created.MerchantId
	line("GetMerchant", merchant(data(api.MerchantAPI.GetMerchant(ctx, merchantId).Execute()).Data))
	changes := pda.NewUpdateMerchantRequest()
	changes.SetName(name + " Ltd")
	line("UpdateMerchant", merchant(data(api.MerchantAPI.UpdateMerchant(ctx, merchantId).
		UpdateMask("name").UpdateMerchantRequest(*changes).Execute()).Data))
	found := data(api.MerchantAPI.ListMerchants(ctx).NamePrefix(name).PageSize(10).Execute()).Data
	line("ListMerchants", fields{"merchants": each(found.Items, merchant)})
	events := data(api.EventAPI.ListEvents(ctx).Type_("payment.failed").PageSize(1).Execute()).Data
	line("ListEvents", fields{"events": each(events.Items, event)})
	scopes := []string{"payments.read", "payments.write"}
	wanted := pda.NewCreateApiKeyRequest("till")
	wanted.SetScopes(scopes)
	granted := data(api.MerchantAPI.CreateApiKey(ctx, merchantId).CreateApiKeyRequest(*wanted).Execute()).Data
	line("CreateApiKey", fields{"apiKeyId": granted.ApiKey.ApiKeyId, "name": granted.ApiKey.Name,
		"scopes": granted.ApiKey.Scopes, "status": granted.ApiKey.Status})
	return merchantId, granted.Secret
}

func payments(api *pda.APIClient, ctx context.Context, merchantId string) {
	request := pda.NewCreatePaymentRequest("12.50", os.Getenv("ASSET_TYPE"), merchantId)
	request.SetMetadata(map[string]string{"order": name})
	create := func(key string) pda.Payment {
		return data(api.PaymentAPI.CreatePayment(ctx).IdempotencyKey(key).CreatePaymentRequest(*request).Execute()).Data
	}
	first, second := create(name+"-1"), create(name+"-2")
	line("CreatePayment", payment(first))
	line("GetPayment", payment(data(api.PaymentAPI.GetPayment(ctx, first.PaymentId).Execute()).Data))

	pending := api.PaymentAPI.ListPayments(ctx).Status(pda.PAYMENT_STATUS_PENDING).PageSize(1)
	page := data(pending.Execute()).Data
	next := data(pending.PageToken(page.NextPageToken).Execute()).Data
	line("ListPayments", fields{"payments": each(append(page.Items, next.Items...), payment)})
	line("CancelPayment", payment(data(api.PaymentAPI.CancelPayment(ctx, second.PaymentId).Execute()).Data))

	_, response, err := api.PaymentAPI.GetPayment(ctx, "pay_01kf05yaj0fg8rwbaz19nqs3cy").Execute()
	var refused *pda.GenericOpenAPIError
	if !errors.As(err, &refused) {
		log.Fatalf("the payment was not refused: %v", err)
	}
	failure := refused.Model().(pda.Failure)
	line("Refusal", fields{"httpStatus": response.StatusCode, "errorCode": failure.ErrorCode,
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

func data[T any](answer *T, _ *http.Response, err error) *T {
	if err != nil {
		log.Fatal(err)
	}
	return answer
}

func line(call string, members fields) {
	members["call"] = call
	if err := json.NewEncoder(os.Stdout).Encode(members); err != nil {
		log.Fatal(err)
	}
}
