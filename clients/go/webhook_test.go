package pda

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"pda.example/clients/go/gen/api"
)

// webhookCase is one of clients/conformance/webhooks.json, which all clients run.
type webhookCase struct {
	Name             string
	Now              int64
	Secrets          []string
	Keys             []api.WebhookKey
	ToleranceSeconds int
	Headers          map[string]string
	Body             string
	Error            WebhookProblem
	Kind             WebhookKind
	Type             string
	DataRef          string
	Answer           map[string]string
}

func TestWebhooks(t *testing.T) {
	text, err := os.ReadFile("../conformance/webhooks.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []webhookCase
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for _, each := range cases {
		t.Run(each.Name, func(t *testing.T) { tryWebhook(t, each) })
	}
}

func tryWebhook(t *testing.T, each webhookCase) {
	options := []WebhookOption{WithWebhookSecrets(each.Secrets...), WithWebhookKeys(&api.WebhookKeySet{Keys: each.Keys})}
	if each.ToleranceSeconds != 0 {
		options = append(options, WithWebhookTolerance(time.Duration(each.ToleranceSeconds)*time.Second))
	}
	verifier, err := NewWebhookVerifier(options...)
	if err != nil {
		t.Fatal(err)
	}
	verifier.now = func() time.Time { return time.Unix(each.Now, 0) }
	header := http.Header{}
	for name, value := range each.Headers {
		header.Set(name, value)
	}
	webhook, err := verifier.Verify([]byte(each.Body), header)
	if each.Error != "" {
		var refused *WebhookError
		if !errors.As(err, &refused) || refused.Reason != each.Error {
			t.Fatalf("expected %s, got %v", each.Error, err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if webhook.Kind != each.Kind || webhook.Event.Type != each.Type || !strings.HasPrefix(webhook.Event.ID, "evt_") {
		t.Errorf("got %s %+v", webhook.Kind, webhook.Event)
	}
	if webhook.DataRef != each.DataRef {
		t.Errorf("the address of the data is %q", webhook.DataRef)
	}
	var answer map[string]string
	if webhook.Answer != nil {
		if err := json.Unmarshal(webhook.Answer, &answer); err != nil {
			t.Fatal(err)
		}
	}
	if fmt.Sprint(answer) != fmt.Sprint(each.Answer) {
		t.Errorf("the answer is %v", answer)
	}
}

func TestWebhookHeaderTwice(t *testing.T) {
	verifier, err := NewWebhookVerifier(WithWebhookSecrets("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
	if err != nil {
		t.Fatal(err)
	}
	header := http.Header{"Webhook-Id": {"a", "b"}, "Webhook-Timestamp": {"1"}, "Webhook-Signature": {"v1,"}}
	_, err = verifier.Verify(nil, header)
	var refused *WebhookError
	if !errors.As(err, &refused) || refused.Reason != WebhookHeader {
		t.Errorf("got %v", err)
	}
}

func TestWebhookOptions(t *testing.T) {
	secret := "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	for name, options := range map[string][]WebhookOption{
		"nothing":           {},
		"no prefix":         {WithWebhookSecrets(secret[6:])},
		"too short":         {WithWebhookSecrets("whsec_c2hvcnQ=")},
		"no base64":         {WithWebhookSecrets("whsec_" + strings.Repeat("%", 32))},
		"a key of 3 bytes":  {WithWebhookKeys(&api.WebhookKeySet{Keys: []api.WebhookKey{{Crv: "Ed25519", X: "AAAA"}}})},
		"only another kind": {WithWebhookKeys(&api.WebhookKeySet{Keys: []api.WebhookKey{{Crv: "P-256", X: "AAAA"}}})},
		"no tolerance":      {WithWebhookSecrets(secret), WithWebhookTolerance(0)},
	} {
		if _, err := NewWebhookVerifier(options...); err == nil || strings.Contains(err.Error(), secret[6:]) {
			t.Errorf("%s: %v", name, err)
		}
	}
	verifier, err := NewWebhookVerifier(WithWebhookSecrets(secret))
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
		if text := fmt.Sprintf(format, verifier); text != "pda.WebhookVerifier(1 secrets, 0 keys)" {
			t.Errorf("%s: %s", format, text)
		}
	}
}
