// Packs the module in the layout of a file-system GOPROXY (go help goproxy). Arguments: the folder of the module, the output folder.
// SOURCE_DATE_EPOCH is the time of the version, in seconds since 1970.
package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"pda.example/clients/go/gen/contract"
)

const version = "v" + contract.Version

// left are the folders that programs do not need, and the module of an example, which a module cannot contain.
var left = []string{"build", "conformance", "examples", "generator"}

func main() {
	log.SetFlags(0)
	module, out := os.Args[1], os.Args[2]
	mod := must(os.ReadFile(filepath.Join(module, "go.mod")))
	name := regexp.MustCompile(`(?m)^module (\S+)$`).FindSubmatch(mod)
	if name == nil {
		log.Fatal("go.mod names no module")
	}
	path := string(name[1])
	folder := filepath.Join(out, filepath.FromSlash(path), "@v")
	check(os.MkdirAll(folder, 0o755))
	write := func(name string, content []byte) { check(os.WriteFile(filepath.Join(folder, name), content, 0o644)) }
	info := must(json.Marshal(map[string]any{"Version": version, "Time": released()}))
	write("list", []byte(version+"\n"))
	write(version+".info", info)
	write(version+".mod", mod)
	write(version+".zip", pack(os.DirFS(module), path+"@"+version+"/"))
}

// pack returns the ZIP file of the module: its Go files, go.mod, README and licence, in the order of their names and without times.
func pack(module fs.FS, prefix string) []byte {
	var buffer bytes.Buffer
	archive := zip.NewWriter(&buffer)
	check(fs.WalkDir(module, ".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains(left, path):
			return fs.SkipDir
		case entry.IsDir() || !isPart(path):
			return nil
		}
		file, err := archive.CreateHeader(&zip.FileHeader{Name: prefix + path, Method: zip.Deflate})
		if err != nil {
			return err
		}
		_, err = file.Write(must(fs.ReadFile(module, path)))
		return err
	}))
	check(archive.Close())
	return buffer.Bytes()
}

func isPart(path string) bool {
	if strings.HasSuffix(path, "_test.go") {
		return false
	}
	return strings.HasSuffix(path, ".go") || slices.Contains([]string{"go.mod", "LICENSE", "README.md"}, path)
}

func released() time.Time {
	text := os.Getenv("SOURCE_DATE_EPOCH")
	if text == "" {
		return time.Unix(0, 0).UTC()
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		log.Fatal(fmt.Errorf("SOURCE_DATE_EPOCH: %w", err))
	}
	return time.Unix(seconds, 0).UTC()
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
