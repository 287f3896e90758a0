package pda

import (
	"context"
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

const clockTolerance = 5 * time.Minute

const changed = "something on the way has changed the request or the answer; make an address of the service itself the base address, without a proxy that changes either"

var (
	// answerInputForm is the only form in which the service writes Signature-Input: component identifiers, and the parameters.
	answerInputForm     = regexp.MustCompile(`^sig=(\(([^()]*)\)(?:;[a-z]+=(?:[0-9]{1,15}|"[^"\\]*"))+)$`)
	answerSignatureForm = regexp.MustCompile(`^sig=:([A-Za-z0-9+/]{86}==):$`)
	parameterForm       = regexp.MustCompile(`;([a-z]+)=(?:"([^"]*)"|([0-9]+))`)
	componentForm       = regexp.MustCompile(`^"([a-z0-9-]+)"(;req)?$`)
)

// answerVerifier verifies the answer to one attempt (HTTP Message Signatures, RFC 9421 §5).
type answerVerifier struct {
	request    *http.Request
	components []string // what the signature has to cover
	nonce      string
}

// askForSignature sets Accept-Signature. The nonce makes the answer one to this attempt.
func askForSignature(request *http.Request) *answerVerifier {
	var nonce [16]byte
	_, _ = rand.Read(nonce[:]) // never fails: it ends the program instead
	v := &answerVerifier{request, []string{`"@status"`, `"content-digest"`, `"@method";req`, `"@target-uri";req`}, base64url(nonce[:])}
	for _, name := range []string{"signature", "x-request-id"} {
		if request.Header.Values(name) != nil {
			v.components = append(v.components, `"`+name+`";req`)
		}
	}
	request.Header.Set("Accept-Signature", fmt.Sprintf(`sig=(%s);created;nonce="%s";tag="pda-answer"`, strings.Join(v.components, " "), v.nonce))
	return v
}

// verify returns what keeps the answer from being used, and what to do, as the first error; the second is of the connection.
func (v *answerVerifier) verify(ctx context.Context, answer *answer, keys *answerKeys, read func() (*answer, error)) (problem, err error) {
	keyID, base, signature, problem := v.read(answer)
	if problem != nil {
		return problem, nil
	}
	key, err := keys.get(ctx, keyID, read)
	var unreadable unreadableKeySet
	switch {
	case errors.As(err, &unreadable):
		return fmt.Errorf("with a signature that cannot be checked, because %w: give the service's keys to pda.WithAnswerKeys", unreadable), nil
	case err != nil:
		return nil, err
	case key == nil:
		return fmt.Errorf("with a signature of the key %s, which is none of the service's keys: take the pinned keys from %s again if the service has new ones; otherwise %s", keyID, keySetPath, changed), nil
	}
	digest := sha256.Sum256([]byte(base))
	r, s := new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])
	if !ecdsa.Verify(key, digest[:], r, s) {
		return errors.New("with a wrong signature: " + changed), nil
	}
	return nil, nil
}

// read checks all but the signature itself, and returns what it needs: r ‖ s in 64 bytes.
func (v *answerVerifier) read(answer *answer) (keyID, base string, signature []byte, problem error) {
	header := answer.header
	if header.Values("Signature") == nil || header.Values("Signature-Input") == nil {
		return "", "", nil, errors.New("without the signature that the client asked for: call the service itself, not a proxy or cache that answers in its place")
	}
	input := answerInputForm.FindStringSubmatch(field(header, "Signature-Input"))
	signed := answerSignatureForm.FindStringSubmatch(field(header, "Signature"))
	if input == nil || signed == nil {
		return "", "", nil, errors.New("with a signature that this client cannot read: call the service itself, or use a newer client")
	}
	parameters := map[string]string{}
	for _, each := range parameterForm.FindAllStringSubmatch(input[1], -1) {
		parameters[each[1]] = each[2] + each[3]
	}
	covered := strings.Split(input[2], " ")
	needed := v.components
	if header.Values("Content-Type") != nil {
		needed = append(slices.Clip(needed), `"content-type"`)
	}
	for _, name := range needed {
		if !slices.Contains(covered, name) {
			return "", "", nil, fmt.Errorf("with a signature that does not cover %s: %s", name, changed)
		}
	}
	if parameters["tag"] != "pda-answer" || parameters["nonce"] != v.nonce {
		return "", "", nil, errors.New("with the signature of another answer: " + changed)
	}
	created, err := strconv.ParseInt(parameters["created"], 10, 64)
	if age := time.Since(time.Unix(created, 0)); err != nil || age.Abs() > clockTolerance {
		return "", "", nil, fmt.Errorf("with a signature that was made more than %.0f s before or after the time of this clock: set the clock", clockTolerance.Seconds())
	}
	digest := sha256.Sum256(answer.body)
	if field(header, "Content-Digest") != "sha-256=:"+base64.StdEncoding.EncodeToString(digest[:])+":" {
		return "", "", nil, errors.New("with a content that is not the signed one: " + changed)
	}
	// The form has the length.
	signature, _ = base64.StdEncoding.DecodeString(signed[1])
	return parameters["keyid"], v.base(answer, covered, input[1]), signature, nil
}

// base returns the signature base (§2.5). A component that this client does not know has no value, so that no signature fits.
func (v *answerVerifier) base(answer *answer, covered []string, parameters string) string {
	derived := map[string]string{
		`"@status"`:         strconv.Itoa(answer.status),
		`"@method";req`:     v.request.Method,
		`"@target-uri";req`: targetURI(v.request),
	}
	var base strings.Builder
	for _, identifier := range covered {
		value, known := derived[identifier]
		if component := componentForm.FindStringSubmatch(identifier); !known && component != nil {
			header := answer.header
			if component[2] != "" {
				header = v.request.Header
			}
			value = field(header, component[1])
		}
		base.WriteString(identifier + ": " + value + "\n")
	}
	return base.String() + `"@signature-params": ` + parameters
}

// field returns the combined value of a field (§2.1).
func field(header http.Header, name string) string {
	return strings.TrimSpace(strings.Join(header.Values(name), ", "))
}
