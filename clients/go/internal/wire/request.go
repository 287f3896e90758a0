// Package wire is between the generated operations and the transport: it builds the request of a call and reads the data of its answer.
package wire

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"time"
)

// Request is a call of an operation, before it is known where the service is.
type Request struct {
	Method string
	// Path begins with "/"; its parameters are escaped.
	Path   string
	Query  url.Values
	Header http.Header
	// Body is JSON; nil when the operation takes none.
	Body []byte
	// Accept is the media type of the answer.
	Accept string
	// Answered is called with each successful answer.
	Answered func(status int, header http.Header)

	err error
}

// NewRequest returns a request whose path parameters, in braces in the template, have these values, in order.
func NewRequest(method, template string, values ...string) *Request {
	whole := method + " " + template
	request := &Request{Method: method, Query: url.Values{}, Header: http.Header{}, Accept: "application/json"}
	var path strings.Builder
	for _, value := range values {
		before, rest, _ := strings.Cut(template, "{")
		name, after, _ := strings.Cut(rest, "}")
		// Such a value would name another resource, for instance the whole list.
		if value == "" || value == "." || value == ".." {
			request.err = fmt.Errorf("pda: %s of %s must not be %q", name, whole, value)
		}
		path.WriteString(before)
		path.WriteString(url.PathEscape(value))
		template = after
	}
	path.WriteString(template)
	request.Path = path.String()
	return request
}

// SetQuery sets a query parameter; a zero value is left out.
func (r *Request) SetQuery(name string, value any) {
	if reflect.ValueOf(value).IsZero() {
		return
	}
	if at, ok := value.(time.Time); ok {
		value = at.UTC().Format(time.RFC3339Nano)
	}
	r.Query.Set(name, fmt.Sprint(value))
}

// SetVisible sets a header whose value the contract limits to so many visible ASCII characters. Another value fails the call before it is sent.
func (r *Request) SetVisible(name, value string, most int) {
	invisible := func(character rune) bool { return character < '!' || character > '~' }
	if value == "" || len(value) > most || strings.ContainsFunc(value, invisible) {
		r.err = fmt.Errorf("pda: %s of %s %s must be 1 to %d visible ASCII characters", name, r.Method, r.Path, most)
	}
	r.Header.Set(name, value)
}

// SetBody sets the body.
func (r *Request) SetBody(body any) {
	encoded, err := json.Marshal(body)
	if err != nil && r.err == nil {
		r.err = fmt.Errorf("pda: the body of %s %s: %w", r.Method, r.Path, err)
	}
	r.Body = encoded
}
