package pda

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"pda.example/clients/go/gen/api"
)

const (
	webhookTolerance = 5 * time.Minute
	secretPrefix     = "whsec_"
	secretBytesMin   = 24
	secretBytesMax   = 64
	// signatureLengthMax is far above the three signatures that the service sends at most.
	signatureLengthMax = 4096
)

var webhookSeconds = regexp.MustCompile(`^[0-9]{1,12}$`)

// WebhookKind tells what a webhook is about.
type WebhookKind string

const (
	// WebhookEvent means that something happened. Store the event under its ID, which is the same in each attempt.
	WebhookEvent WebhookKind = "event"
	// WebhookTest means that SendTestEvent was called: nothing happened. Answer with 204.
	WebhookTest WebhookKind = "test"
	// WebhookVerification means that the service asks whether the endpoint wants webhooks. Answer with 200 and Webhook.Answer.
	WebhookVerification WebhookKind = "verification"
)

// Webhook is a genuine webhook.
type Webhook struct {
	// Kind tells what the webhook is about.
	Kind WebhookKind
	// Event is the event. Ignore types that you do not know. When DataRef is not empty, Event.Data is empty.
	Event *api.Event
	// DataRef is the address of the event with its data, in an event of an endpoint with thin; empty for other endpoints. GetEvent reads
	// the event by its ID, except for a test event, which cannot be read.
	DataRef string
	// Answer is the body, in JSON, that answers a verification; nil for other kinds.
	Answer []byte
}

// WebhookProblem tells why a webhook is refused.
type WebhookProblem string

const (
	// WebhookHeader means that a header is missing, or comes more than once.
	WebhookHeader WebhookProblem = "header"
	// WebhookTimestamp means that the time is malformed, too old or too new.
	WebhookTimestamp WebhookProblem = "timestamp"
	// WebhookSignature means that no signature is that of a secret or key.
	WebhookSignature WebhookProblem = "signature"
	// WebhookBody means that the signature is good, but the body is no event.
	WebhookBody WebhookProblem = "body"
)

// WebhookError means that a request is not a webhook of the service. Answer with 401, and use nothing of it.
type WebhookError struct {
	// Reason tells why.
	Reason WebhookProblem
	// Message is for people.
	Message string
}

// Error returns the message.
func (e *WebhookError) Error() string { return "pda: " + e.Message }

// WebhookVerifier verifies webhooks (Standard Webhooks 1.0). It is safe for concurrent use. Make a new one when the secrets or keys change.
type WebhookVerifier struct {
	secrets   [][]byte
	keys      []ed25519.PublicKey
	tolerance time.Duration
	now       func() time.Time
}

// WebhookOption changes a WebhookVerifier.
type WebhookOption func(*WebhookVerifier) error

// WithWebhookSecrets adds secrets of the endpoint, whsec_…: two while one replaces the other. No error shows a secret.
func WithWebhookSecrets(secrets ...string) WebhookOption {
	return func(v *WebhookVerifier) error {
		for _, text := range secrets {
			encoded, found := strings.CutPrefix(text, secretPrefix)
			secret, err := base64.StdEncoding.Strict().DecodeString(encoded)
			if !found || err != nil || len(secret) < secretBytesMin || len(secret) > secretBytesMax {
				return errors.New("pda: a secret of a webhook endpoint must be whsec_ and base64 of 24 to 64 bytes")
			}
			v.secrets = append(v.secrets, secret)
		}
		return nil
	}
}

// WithWebhookKeys adds the keys of the service, for an endpoint with publicKeySignature: the answer of GetWebhookKeys, or the document
// /.well-known/webhook-keys.json. A receiver may keep them for five minutes.
func WithWebhookKeys(set *api.WebhookKeySet) WebhookOption {
	return func(v *WebhookVerifier) error {
		for _, key := range set.Keys {
			if key.Crv != "Ed25519" {
				continue
			}
			x, err := base64.RawURLEncoding.DecodeString(key.X)
			if err != nil || len(x) != ed25519.PublicKeySize {
				return errors.New("pda: pda.WithWebhookKeys needs a key set as /.well-known/webhook-keys.json of the service has it")
			}
			v.keys = append(v.keys, x)
		}
		return nil
	}
}

// WithWebhookTolerance sets how far the time of a webhook may differ from the clock of the receiver, in both directions. Default: 5 minutes.
func WithWebhookTolerance(tolerance time.Duration) WebhookOption {
	return func(v *WebhookVerifier) error {
		if tolerance <= 0 {
			return errors.New("pda: the tolerance of webhooks must be above 0")
		}
		v.tolerance = tolerance
		return nil
	}
}

// NewWebhookVerifier returns a verifier. At least one secret or key is required.
func NewWebhookVerifier(options ...WebhookOption) (*WebhookVerifier, error) {
	verifier := &WebhookVerifier{tolerance: webhookTolerance, now: time.Now}
	for _, option := range options {
		if err := option(verifier); err != nil {
			return nil, err
		}
	}
	if len(verifier.secrets)+len(verifier.keys) == 0 {
		return nil, errors.New("pda: a webhook verifier needs a secret (pda.WithWebhookSecrets) or a key (pda.WithWebhookKeys)")
	}
	return verifier, nil
}

// String tells how many secrets and keys there are; it never shows a secret.
func (v *WebhookVerifier) String() string {
	return fmt.Sprintf("pda.WebhookVerifier(%d secrets, %d keys)", len(v.secrets), len(v.keys))
}

// GoString returns the same as String, so that no format prints a secret.
func (v *WebhookVerifier) GoString() string { return v.String() }

// Verify returns the webhook of a request, else a *WebhookError. The body is that of the request before anything parses it.
func (v *WebhookVerifier) Verify(body []byte, header http.Header) (*Webhook, error) {
	var values [3]string
	for at, name := range []string{"Webhook-Id", "Webhook-Timestamp", "Webhook-Signature"} {
		given := header.Values(name)
		if len(given) != 1 || given[0] == "" {
			return nil, &WebhookError{WebhookHeader, fmt.Sprintf("the header %s must be there once", strings.ToLower(name))}
		}
		values[at] = given[0]
	}
	id, timestamp, signatures := values[0], values[1], values[2]
	if err := v.checkTime(timestamp); err != nil {
		return nil, err
	}
	content := append([]byte(id+"."+timestamp+"."), body...)
	if !v.signed(content, signatures) {
		return nil, &WebhookError{WebhookSignature, "no signature of the webhook is that of a secret or key of this receiver"}
	}
	return readWebhook(body)
}

func (v *WebhookVerifier) checkTime(timestamp string) error {
	if !webhookSeconds.MatchString(timestamp) {
		return &WebhookError{WebhookTimestamp, "webhook-timestamp must be seconds since 1970"}
	}
	seconds, _ := strconv.ParseInt(timestamp, 10, 64) // 12 digits
	age, direction := v.now().Unix()-seconds, "old"
	if age < 0 {
		age, direction = -age, "ahead"
	}
	if age > int64(v.tolerance/time.Second) {
		return &WebhookError{WebhookTimestamp, fmt.Sprintf(
			"webhook-timestamp is %d s %s, and the tolerance is %s: is it a repeat, or is the clock of this machine wrong?", age, direction, v.tolerance)}
	}
	return nil
}

// signed compares all, so that the time taken does not tell which secret fits. Signatures of other versions are passed over.
func (v *WebhookVerifier) signed(content []byte, signatures string) bool {
	if len(signatures) > signatureLengthMax {
		return false
	}
	own := make([][]byte, len(v.secrets))
	for at, secret := range v.secrets {
		mac := hmac.New(sha256.New, secret)
		mac.Write(content)
		own[at] = []byte(base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	}
	signed := false
	for given := range strings.SplitSeq(signatures, " ") {
		version, signature, _ := strings.Cut(given, ",")
		switch version {
		case "v1":
			for _, right := range own {
				if hmac.Equal([]byte(signature), right) {
					signed = true
				}
			}
		case "v1a":
			decoded, err := base64.StdEncoding.DecodeString(signature)
			for _, key := range v.keys {
				if err == nil && ed25519.Verify(key, content, decoded) {
					signed = true
				}
			}
		}
	}
	return signed
}

func readWebhook(body []byte) (*Webhook, error) {
	notAnEvent := func(why string) error {
		return &WebhookError{WebhookBody, "the body of the webhook is no event: " + why}
	}
	event, members := &api.Event{}, struct {
		Data    json.RawMessage
		DataRef *string
	}{}
	if err := errors.Join(json.Unmarshal(body, event), json.Unmarshal(body, &members)); err != nil {
		return nil, notAnEvent("it is no JSON, or not as in the contract")
	}
	thin := members.Data == nil && members.DataRef != nil
	if event.ID == "" || event.Type == "" || !thin && !bytes.HasPrefix(members.Data, []byte("{")) {
		return nil, notAnEvent("it has no id, no type, or neither data nor dataref")
	}
	webhook := &Webhook{Kind: WebhookEvent, Event: event}
	if thin {
		webhook.DataRef = *members.DataRef
	}
	switch {
	case event.Type == "webhook.verification":
		asked := event.Data.WebhookVerification
		if asked == nil || asked.Challenge == "" {
			return nil, notAnEvent("it has no challenge")
		}
		answer, err := json.Marshal(map[string]string{"challenge": asked.Challenge})
		webhook.Kind, webhook.Answer = WebhookVerification, answer
		return webhook, err
	case event.Test != nil && *event.Test:
		webhook.Kind = WebhookTest
	}
	return webhook, nil
}
