// Renders the templates of a chart with Go's own template engine, which is Helm's, and the functions of Helm that the chart
// uses: go run render.go CHART < VALUES. The values are JSON, and so are values that the templates print as YAML.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/template"
)

func main() {
	values := map[string]any{}
	check(json.NewDecoder(os.Stdin).Decode(&values))
	files, err := filepath.Glob(filepath.Join(os.Args[1], "templates", "*"))
	check(err)
	all := template.New("chart").Option("missingkey=error")
	all.Funcs(functions(all))
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(err)
		template.Must(all.New(filepath.Base(file)).Parse(string(text)))
	}
	data := map[string]any{"Values": values, "Release": map[string]any{"Name": "test", "Namespace": "default"}}
	for _, file := range files {
		if strings.HasSuffix(file, ".yaml") {
			fmt.Printf("---\n# Source: %s\n", filepath.Base(file))
			check(all.ExecuteTemplate(os.Stdout, filepath.Base(file), data))
			fmt.Println()
		}
	}
}

func functions(all *template.Template) template.FuncMap {
	return template.FuncMap{
		"include": func(name string, data any) (string, error) {
			var text strings.Builder
			err := all.ExecuteTemplate(&text, name, data)
			return text.String(), err
		},
		"toYaml": func(value any) (string, error) {
			text, err := json.Marshal(value)
			return string(text), err
		},
		"nindent": func(count int, text string) string {
			space := "\n" + strings.Repeat(" ", count)
			return space + strings.ReplaceAll(text, "\n", space)
		},
		"quote":  func(value any) string { return strconv.Quote(fmt.Sprint(value)) },
		"list":   func(values ...any) []any { return values },
		"append": func(values []any, value any) []any { return append(values, value) },
		"join": func(separator string, values []any) string {
			texts := make([]string, len(values))
			for index, value := range values {
				texts[index] = fmt.Sprint(value)
			}
			return strings.Join(texts, separator)
		},
		"int": func(value any) (int, error) { return strconv.Atoi(fmt.Sprint(value)) },
		"until": func(count int) []int {
			numbers := make([]int, count)
			for index := range numbers {
				numbers[index] = index
			}
			return numbers
		},
		"default": func(other any, value any) any {
			if value == nil || value == "" {
				return other
			}
			return value
		},
		"required": func(message string, value any) (any, error) {
			if value == nil || value == "" {
				return nil, errors.New(message)
			}
			return value, nil
		},
		"ternary": func(yes any, no any, isYes bool) any {
			if isYes {
				return yes
			}
			return no
		},
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
