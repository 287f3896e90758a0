package wire

import (
	"context"
	"encoding/json"
	"iter"
)

// Sender sends requests. It gives `read` the data of a successful answer: the member `data` of the envelope, or the whole body where
// the request accepts another media type than JSON. An error of `read` means that the answer is not what the contract says.
type Sender interface {
	Send(ctx context.Context, request *Request, read func(data []byte) error) error
}

// Data sends a request and decodes the data of its answer. Members that this version does not know are ignored.
func Data[T any, O ~func(*Request)](ctx context.Context, sender Sender, request *Request, options []O) (*T, error) {
	var data T
	if err := send(ctx, sender, request, options, func(body []byte) error { return json.Unmarshal(body, &data) }); err != nil {
		return nil, err
	}
	return &data, nil
}

// Bytes sends a request whose answer is a file of this media type, and returns the file.
func Bytes[O ~func(*Request)](ctx context.Context, sender Sender, request *Request, media string, options []O) ([]byte, error) {
	request.Accept = media
	var file []byte
	err := send(ctx, sender, request, options, func(body []byte) error { file = body; return nil })
	return file, err
}

func send[O ~func(*Request)](ctx context.Context, sender Sender, request *Request, options []O, read func([]byte) error) error {
	for _, option := range options {
		option(request)
	}
	if request.err != nil {
		return request.err
	}
	return sender.Send(ctx, request, read)
}

// Items iterates over the items of the pages from the one with this token on. Most lists end with an empty token; the events, which have no
// end, with the token that was sent.
func Items[T any](token string, read func(token string) (items []T, next string, err error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for token := token; ; {
			items, next, err := read(token)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, item := range items {
				if !yield(item, nil) {
					return
				}
			}
			if next == "" || next == token {
				return
			}
			token = next
		}
	}
}
