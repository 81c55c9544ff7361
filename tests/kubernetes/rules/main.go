// Checks rule files, and expressions from its input (one per line), with Prometheus' own parser;
// exits with 1 and the faults if there are any.
package main

import (
	"bufio"
	"fmt"
	"log/slog"
	"os"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql/parser"
)

func main() {
	parse := parser.NewParser(parser.Options{})
	faults := 0
	complain := func(fault error) {
		fmt.Println(fault)
		faults++
	}
	for _, file := range os.Args[1:] {
		_, found := rulefmt.ParseFile(file, false, model.UTF8Validation, parse, slog.New(slog.DiscardHandler))
		for _, fault := range found {
			complain(fault)
		}
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		if _, fault := parse.ParseExpr(lines.Text()); fault != nil {
			complain(fault)
		}
	}
	if faults > 0 {
		os.Exit(1)
	}
}
