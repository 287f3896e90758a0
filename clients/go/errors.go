package pda

import (
	"errors"
	"fmt"
	"time"

	"pda.example/clients/go/gen/api"
)

// ErrNotModified is the error of a call with call.IfNoneMatch when the file is still the one that the caller has.
var ErrNotModified = errors.New("pda: not modified")

// Error is a refusal: the service answered, and not with success. Decide by ErrorCode and Reason; both lists may grow, so treat an unknown
// code as its HTTP status says, and an unknown reason as its code says.
type Error struct {
	// Status is the HTTP status, 400 to 599.
	Status int
	// ErrorCode is the code in the catalogue of errors, e.g. api.ErrorCodeSVC4222.
	ErrorCode api.ErrorCode
	// Message is for people.
	Message string
	// RequestID names the request in the logs of the service: give it to support.
	RequestID string
	// Errors has all errors of the request, at least one; Field names the member at fault.
	Errors []api.ErrorItem
	// RetryAfter is how long the service asks to wait before a repeat; 0 when it does not say.
	RetryAfter time.Duration
	// IdempotencyKey is the key that the request was sent with; empty for a call without an effect.
	IdempotencyKey string

	asked *time.Duration
}

// Reason returns the reason of the first error, e.g. reason.RefundExceedsPaid.
func (e *Error) Reason() string {
	if len(e.Errors) == 0 {
		return ""
	}
	return e.Errors[0].Reason
}

// Error returns the code, the message, the reason and the request identifier.
func (e *Error) Error() string {
	return fmt.Sprintf("pda: %s %s (%s, request %s)", e.ErrorCode, e.Message, e.Reason(), e.RequestID)
}

// ProtocolError is an answer that is not one of the service: something else is at this address, or between here and there.
type ProtocolError struct {
	// URL is the address that answered, without its query.
	URL string
	// Status is the HTTP status.
	Status int
	// IdempotencyKey is the key that the request was sent with; empty for a call without an effect.
	IdempotencyKey string
	// Err says what is wrong with the answer.
	Err error

	asked *time.Duration
}

// Error returns the address, the status, and what is wrong.
func (e *ProtocolError) Error() string {
	return fmt.Sprintf("pda: %s answered %d: %v", e.URL, e.Status, e.Err)
}

// Unwrap returns what is wrong with the answer.
func (e *ProtocolError) Unwrap() error { return e.Err }

// UnverifiedError is an answer that is not proven to be the service's answer to this request, with WithVerifiedAnswers or WithAnswerKeys.
// Nothing of it was used. A request with an effect may have been executed. Ask GetOutcome with its IdempotencyKey.
type UnverifiedError struct {
	// URL is the address that was called, without its query.
	URL string
	// Status is the HTTP status, as somebody sent it.
	Status int
	// IdempotencyKey is the key that the request was sent with; empty for a call without an effect.
	IdempotencyKey string
	// Err says what is wrong with the signature, and what to do.
	Err error
}

// Error returns the address, what is wrong, and the key with which the outcome can be asked for.
func (e *UnverifiedError) Error() string {
	text := fmt.Sprintf("pda: %s answered %d %v; nothing of the answer was used", e.URL, e.Status, e.Err)
	if e.IdempotencyKey != "" {
		text += fmt.Sprintf("; the request may have been executed: ask GetOutcome with the idempotency key %q", e.IdempotencyKey)
	}
	return text
}

// Unwrap returns what is wrong with the signature.
func (e *UnverifiedError) Unwrap() error { return e.Err }

// ConnectionError means that no answer came: no connection, a connection that broke, a time-out, a context that ended, or a key or a token
// function that failed. A request with an effect may have been executed. Ask GetOutcome with its IdempotencyKey, or repeat the call with it.
type ConnectionError struct {
	// Method and URL are the request, without its query.
	Method, URL string
	// Attempts is how often the request was sent.
	Attempts int
	// IdempotencyKey is the key that the request was sent with; empty for a call without an effect.
	IdempotencyKey string
	// Err is the last failure. It is context.Canceled or context.DeadlineExceeded (errors.Is) when the caller's context ended.
	Err error

	final bool
}

// Error returns the request, the failure, and the key with which the outcome can be asked for.
func (e *ConnectionError) Error() string {
	text := fmt.Sprintf("pda: no answer to %s %s (attempts: %d): %v", e.Method, e.URL, e.Attempts, e.Err)
	unsent := untrusted(e.Err) || e.Attempts == 1 && errors.As(e.Err, new(*proofError))
	if e.IdempotencyKey != "" && !unsent {
		text += fmt.Sprintf("; the request may have been executed: ask GetOutcome with the idempotency key %q", e.IdempotencyKey)
	}
	return text
}

// Unwrap returns the last failure.
func (e *ConnectionError) Unwrap() error { return e.Err }
