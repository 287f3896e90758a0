package pda

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"pda.example/clients/go/gen/api"
	"pda.example/clients/go/internal/wire"
)

const (
	streamSilence       = 45 * time.Second
	streamRetry         = 2 * time.Second
	streamDelayMax      = 30 * time.Second
	streamRetryAfterMax = time.Hour
	// frameLengthMax is far above the longest event.
	frameLengthMax = 4 << 20
)

// EventStream are the events of the caller as they happen. Client.StreamEvents makes one.
type EventStream struct {
	transport *transport
	kind      string
	after     string
	silence   time.Duration
	// lastEventID is the last identifier that came; nil before the first one.
	lastEventID atomic.Pointer[string]
	retry       time.Duration
	// failures are the connections in a row that brought nothing.
	failures int
}

// StreamOption changes an EventStream.
type StreamOption func(*EventStream)

// StreamAfter begins after the event with this Cursor, or after the Position of an earlier stream. "latest" begins after the newest event.
// Default: with the first event.
func StreamAfter(position string) StreamOption { return func(s *EventStream) { s.after = position } }

// StreamType leaves out events of other types.
func StreamType(eventType string) StreamOption { return func(s *EventStream) { s.kind = eventType } }

// StreamSilence sets the time without a byte after which the connection counts as lost: above 0. Default: 45 seconds.
func StreamSilence(silence time.Duration) StreamOption {
	return func(s *EventStream) { s.silence = silence }
}

// StreamEvents returns the events as they happen, from a stream that connects again by itself. Nothing is sent before All.
func (c *Client) StreamEvents(options ...StreamOption) *EventStream {
	stream := &EventStream{transport: c.transport, silence: streamSilence, retry: streamRetry}
	for _, option := range options {
		option(stream)
	}
	return stream
}

// Position returns where to resume: an opaque text of at most 512 characters to store, and to give to StreamAfter. An event is behind the
// position when the loop asks for the next one, so an event whose handling failed comes again.
func (s *EventStream) Position() string {
	if id := s.lastEventID.Load(); id != nil {
		return *id
	}
	return s.after
}

// All iterates over the events, oldest first, without an end. A connection that ends, breaks or falls silent is replaced by another one,
// which continues after the last event: nothing is lost, and nothing comes twice. The loop gets an error, and ends, when the service refuses
// the stream, for instance with 401 or 403, and when the context ends. It waits and tries again while the service cannot be reached, or
// answers 429 or 503. One loop at a time.
func (s *EventStream) All(ctx context.Context) iter.Seq2[api.Event, error] {
	return func(yield func(api.Event, error) bool) {
		if s.transport.answerKeys != nil {
			yield(api.Event{}, errors.New("pda: a stream of events is not signed: open it with a client without verified answers"))
			return
		}
		if s.silence <= 0 {
			yield(api.Event{}, fmt.Errorf("pda: the silence of a stream (pda.StreamSilence) has to be above 0, not %v", s.silence))
			return
		}
		left := false
		give := func(event api.Event) bool {
			left = !yield(event, nil)
			return !left
		}
		for {
			err := s.connection(ctx, give)
			if left {
				return
			}
			asked, again := passing(err)
			if ctx.Err() == nil && again {
				if wait(ctx, max(asked, s.backoff())) == nil {
					continue
				}
			}
			if ctx.Err() != nil {
				err = ctx.Err()
			}
			yield(api.Event{}, err)
			return
		}
	}
}

// errBroken is a connection that ended otherwise than in order.
var errBroken = errors.New("the connection broke")

// connection reads one connection to its end. nil: it ended in order, or the loop was left.
func (s *EventStream) connection(ctx context.Context, give func(api.Event) bool) error {
	s.failures++
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	response, err := s.open(ctx, cancel)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	silence := time.AfterFunc(s.silence, cancel)
	defer silence.Stop()
	lines := bufio.NewScanner(&heard{response.Body, silence, s.silence})
	lines.Buffer(nil, frameLengthMax)
	var next frame
	for lines.Scan() {
		if line := lines.Text(); line != "" {
			next.add(line)
			if len(next.data) > frameLengthMax {
				return s.strange(response, bufio.ErrTooLong)
			}
			continue
		}
		if !next.has {
			continue
		}
		s.failures = 0
		if next.retry > 0 {
			s.retry = min(next.retry, streamDelayMax)
		}
		if next.data != "" {
			var event api.Event
			if err := json.Unmarshal([]byte(next.data), &event); err != nil {
				return s.strange(response, fmt.Errorf("the event is not as in the contract: %w", err))
			}
			// The time while the loop works on an event is no silence.
			silence.Stop()
			if !give(event) {
				return nil
			}
			silence.Reset(s.silence)
		}
		if next.id != nil {
			s.lastEventID.Store(next.id)
		}
		next = frame{}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return s.strange(response, lines.Err())
	}
	if lines.Err() != nil {
		return errBroken
	}
	return nil
}

// open sends the request, once, or once more with another proof.
func (s *EventStream) open(ctx context.Context, cancel func()) (*http.Response, error) {
	late := time.AfterFunc(s.transport.timeout, cancel)
	defer late.Stop()
	exchange := &exchange{method: http.MethodGet, url: s.transport.base.String() + "/api/v1/events/stream", attempts: 1}
	for challenged := false; ; challenged = true {
		request, err := s.request(ctx, exchange.url)
		if err != nil {
			return nil, exchange.noAnswer(ctx, err)
		}
		response, err := s.transport.http.Do(request)
		if err != nil {
			if !late.Stop() {
				err = fmt.Errorf("the time-out of the attempt (pda.WithTimeout) ran out: %w", err)
			}
			// The context of the connection has ended, not that of the caller.
			return nil, exchange.noAnswer(context.Background(), err)
		}
		if s.transport.challenged(response.StatusCode, response.Header) && !challenged {
			_ = response.Body.Close()
			continue
		}
		media, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
		if response.StatusCode == http.StatusOK && media == "text/event-stream" {
			return response, nil
		}
		body, err := io.ReadAll(io.LimitReader(response.Body, frameLengthMax))
		_ = response.Body.Close()
		if err != nil {
			return nil, exchange.noAnswer(context.Background(), err)
		}
		_, err = exchange.data(&answer{status: response.StatusCode, header: response.Header, body: body}, "text/event-stream")
		if err == nil {
			err = s.strange(response, errors.New("the answer is no stream"))
		}
		return nil, err
	}
}

func (s *EventStream) request(ctx context.Context, address string) (*http.Request, error) {
	request := wire.NewRequest(http.MethodGet, "")
	request.SetQuery("type", s.kind)
	id := s.lastEventID.Load()
	if id == nil {
		request.SetQuery("pageToken", s.after)
	}
	if query := request.Query.Encode(); query != "" {
		address += "?" + query
	}
	outgoing, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	if id != nil {
		outgoing.Header.Set("Last-Event-ID", *id)
	}
	outgoing.Header.Set("Accept", "text/event-stream")
	outgoing.Header.Set("User-Agent", userAgent)
	outgoing.Header.Set("Request-Timeout", strconv.FormatFloat(min(s.transport.timeout, requestTimeoutMax).Seconds(), 'f', 3, 64))
	if err := s.transport.prove(outgoing, nil); err != nil {
		return nil, &proofError{err}
	}
	return outgoing, nil
}

func (s *EventStream) strange(response *http.Response, err error) error {
	return &ProtocolError{URL: s.transport.base.String() + "/api/v1/events/stream", Status: response.StatusCode, Err: err}
}

// backoff is as the service says, twice as long after each connection that brought nothing, with jitter so that streams do not come in step.
func (s *EventStream) backoff() time.Duration {
	doubled := s.retry << min(max(s.failures-1, 0), 20)
	return time.Duration(float64(min(doubled, streamDelayMax)) * (1 + rand.Float64()/4))
}

// passing tells whether another connection may help, and how long the service asks to wait.
func passing(err error) (asked time.Duration, again bool) {
	overloaded := func(status int) bool { return status == http.StatusTooManyRequests || status >= 500 }
	switch failure := err.(type) {
	case nil:
		return 0, true
	case *Error:
		return min(failure.RetryAfter, streamRetryAfterMax), overloaded(failure.Status) || spent(failure)
	case *ProtocolError:
		if failure.asked != nil {
			asked = min(*failure.asked, streamRetryAfterMax)
		}
		return asked, overloaded(failure.Status)
	case *ConnectionError:
		return 0, !failure.final
	}
	return 0, errors.Is(err, errBroken)
}

// heard puts off the end of a silent connection with each byte.
type heard struct {
	body    io.Reader
	silence *time.Timer
	limit   time.Duration
}

func (h *heard) Read(buffer []byte) (int, error) {
	n, err := h.body.Read(buffer)
	if n > 0 {
		h.silence.Reset(h.limit)
	}
	return n, err
}

// frame is one frame of Server-Sent Events (WHATWG HTML section 9.2.6).
type frame struct {
	has   bool
	id    *string
	data  string
	retry time.Duration
}

func (f *frame) add(line string) {
	name, value, _ := strings.Cut(line, ":")
	value = strings.TrimPrefix(value, " ")
	switch name {
	case "data":
		if f.data != "" {
			value = f.data + "\n" + value
		}
		f.data = value
	case "id":
		if strings.Contains(value, "\x00") {
			return
		}
		f.id = &value
	case "retry":
		milliseconds, err := strconv.ParseUint(value, 10, 31)
		if err != nil {
			return
		}
		f.retry = time.Duration(milliseconds) * time.Millisecond
	default:
		return
	}
	f.has = true
}
