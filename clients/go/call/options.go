// Package call has the options of a single call, for example
//
//	client.CreatePayment(ctx, body, call.IdempotencyKey("order-1001"))
package call

import (
	"net/http"
	"strconv"

	"pda.example/clients/go/internal/wire"
)

// Option changes one call.
type Option func(*wire.Request)

// IdempotencyKey sets the key under which the call has its effect at most once: 1 to 255 visible ASCII characters, for 30 days unless the
// deployment says otherwise. Store it before the call, and send it again after a lost answer. Without this option, a call with an effect
// gets a new UUID, which makes its own repeats safe.
func IdempotencyKey(key string) Option {
	return func(r *wire.Request) { r.SetVisible("Idempotency-Key", key, 255) }
}

// RequestID sets the request identifier, 1 to 128 visible ASCII characters: the service returns it and writes it to its logs.
func RequestID(id string) Option {
	return func(r *wire.Request) { r.SetVisible("X-Request-ID", id, 128) }
}

// IfVersion makes an update succeed only if the resource still has this version (If-Match). Otherwise it is refused with SVC-4120.
func IfVersion(version int) Option { return header("If-Match", strconv.Quote(strconv.Itoa(version))) }

// IfNoneMatch asks for a file only if its ETag is another one than this. Otherwise the error is pda.ErrNotModified.
func IfNoneMatch(etag string) Option { return header("If-None-Match", etag) }

func header(name, value string) Option {
	return func(request *wire.Request) { request.Header.Set(name, value) }
}

// Info is what an answer says besides its data.
type Info struct {
	// Status is the HTTP status.
	Status int
	// RequestID names the request in the logs of the service.
	RequestID string
	// Replayed tells that the answer is the one that an earlier request with the same idempotency key got.
	Replayed bool
	// Header has all headers, for example ETag and RateLimit.
	Header http.Header
}

// ReadInfo fills in the info when the call succeeds.
func ReadInfo(info *Info) Option {
	return func(request *wire.Request) {
		request.Answered = func(status int, header http.Header) {
			*info = Info{
				Status:    status,
				RequestID: header.Get("X-Request-ID"),
				Replayed:  header.Get("Idempotency-Replayed") == "true",
				Header:    header,
			}
		}
	}
}
