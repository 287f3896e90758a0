package pda_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	pda "pda.example/clients/go"
)

func eventFrame(number int) string {
	return fmt.Sprintf("id: c%d\nevent: payment.completed\ndata: "+
		`{"specversion":"1.0","id":"evt_%d","type":"payment.quarantined","data":{"level":1},"cursor":"c%d"}`+"\n\n", number, number, number)
}

// stream answers with a text of Server-Sent Events, and then does what is said: ends, breaks, or stays silent.
func stream(text string, then func(*http.Request)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, text)
		w.(http.Flusher).Flush()
		then(r)
	}
}

func ends(*http.Request)     {}
func breaks(*http.Request)   { panic(http.ErrAbortHandler) }
func silent(r *http.Request) { <-r.Context().Done() }

// take reads so many events of a stream, and returns their identifiers and the error.
func take(t *testing.T, stream *pda.EventStream, most int) (ids []string, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for event, err := range stream.All(ctx) {
		if err != nil {
			return ids, err
		}
		if ids = append(ids, event.ID); len(ids) == most {
			break
		}
	}
	return ids, nil
}

func TestStreamNeedsASilence(t *testing.T) {
	s := serve(t, stream(eventFrame(1), silent))
	for _, silence := range []time.Duration{0, -time.Second} {
		ids, err := take(t, s.client(t).StreamEvents(pda.StreamSilence(silence)), 1)
		if err == nil || !strings.Contains(err.Error(), "StreamSilence") || len(ids) != 0 {
			t.Error(silence, ids, err)
		}
	}
	if len(s.seen()) != 0 {
		t.Error("it asked the service")
	}
}

func TestStreamGoesOnAfterTheLastEvent(t *testing.T) {
	half := eventFrame(3)[:30]
	s := serve(t,
		stream("retry: 1\nid: c0\n\n", ends),
		stream(eventFrame(1)+": \n\n"+eventFrame(2)+half, breaks),
		stream(strings.ReplaceAll(eventFrame(3), "\n", "\r\n"), silent),
		hangUp,
		refuse(429, "SVC-4290", "RATE_LIMITED", map[string]string{"Retry-After": "0"}),
		refuse(503, "SVC-5030", "UNAVAILABLE", map[string]string{"Retry-After": "1"}),
		text(502, "text/html", "no"),
		refuse(401, "SVC-4011", "TOKEN_REPLAYED", nil),
		stream(eventFrame(4), ends),
	)
	begun := time.Now()
	stream := s.client(t).StreamEvents(pda.StreamAfter("latest"), pda.StreamType("payment.completed"), pda.StreamSilence(2*time.Second))
	ids, err := take(t, stream, 4)
	if err != nil || !slices.Equal(ids, []string{"evt_1", "evt_2", "evt_3", "evt_4"}) {
		t.Fatal(ids, err)
	}
	if stream.Position() != "c3" {
		t.Error("the position is", stream.Position())
	}
	if took := time.Since(begun); took < time.Second {
		t.Error("Retry-After was not obeyed:", took)
	}
	var asked []string
	for _, request := range s.seen() {
		asked = append(asked, request.URL.RawQuery+" "+request.Header.Get("Last-Event-ID"))
		if request.URL.Path != "/api/v1/events/stream" || request.Header.Get("Accept") != "text/event-stream" || request.Header.Get("Authorization") != "Bearer "+secret {
			t.Error(request.URL, request.Header)
		}
	}
	after := func(id string) string { return "type=payment.completed " + id }
	want := []string{"pageToken=latest&type=payment.completed ", after("c0"), after("c2"), after("c3"), after("c3"), after("c3"), after("c3"), after("c3"), after("c3")}
	if !slices.Equal(asked, want) {
		t.Error(asked)
	}
}

func TestStreamThatIsRefused(t *testing.T) {
	for _, status := range []int{400, 401, 403} {
		s := serve(t, stream("retry: 1\n\n"+eventFrame(1), ends), refuse(status, "SVC-4030", "WHY", nil))
		ids, err := take(t, s.client(t).StreamEvents(), 9)
		var refusal *pda.Error
		if !errors.As(err, &refusal) || refusal.Status != status || len(ids) != 1 || len(s.seen()) != 2 {
			t.Error(status, ids, err, len(s.seen()))
		}
	}
}

func TestStreamOfAnotherServer(t *testing.T) {
	for _, handler := range []http.HandlerFunc{
		text(200, "text/html", "<html>"), text(302, "text/html", ""), ok(map[string]any{}),
		stream("data: no\n\n", ends), stream("data: "+strings.Repeat("x", 5<<20), ends),
	} {
		s := serve(t, handler)
		_, err := take(t, s.client(t).StreamEvents(), 1)
		if !errors.As(err, new(*pda.ProtocolError)) {
			t.Error(err)
		}
	}
}

func TestStreamEndsWithItsContext(t *testing.T) {
	s := serve(t, stream("id: c0\n\n", silent))
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	for _, err := range s.client(t).StreamEvents().All(ctx) {
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
	}
	if len(s.seen()) != 1 {
		t.Error(len(s.seen()))
	}
}

func TestStreamBacksOffLongerEachTime(t *testing.T) {
	away := refuse(503, "SVC-5030", "UNAVAILABLE", nil)
	s := serve(t, stream("retry: 100\n\n", ends), away, away, away, stream(eventFrame(1), ends))
	begun := time.Now()
	if ids, err := take(t, s.client(t).StreamEvents(), 1); err != nil || len(ids) != 1 {
		t.Fatal(ids, err)
	}
	if took := time.Since(begun); took < 800*time.Millisecond {
		t.Error(took)
	}
}

func TestStreamIsNotVerified(t *testing.T) {
	s := serve(t, ok(nil))
	_, err := take(t, s.client(t, pda.WithVerifiedAnswers()).StreamEvents(), 1)
	if err == nil || len(s.seen()) != 0 {
		t.Error(err)
	}
}
