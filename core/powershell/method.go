package powershell

import "strings"

// harmlessMethod reports whether a method of that name reads or computes only,
// whatever object it is called on.
func harmlessMethod(name string) bool {
	switch strings.ToLower(name) {
	case "tostring", "toupper", "tolower", "toupperinvariant", "tolowerinvariant", "trim", "trimstart", "trimend",
		"split", "replace", "substring", "startswith", "endswith", "contains", "containskey", "indexof", "lastindexof", "padleft", "padright",
		"insert", "add", "addrange", "append", "appendline", "appendformat", "toarray", "tochararray", "tolist", "equals", "compareto", "gettype",
		"gethashcode", "adddays", "addhours", "addminutes", "addseconds", "addmonths", "addyears", "subtract",
		"touniversaltime", "tolocaltime", "toshortdatestring", "where", "foreach", "ismatch", "match", "matches", "next", "count", "clone",
		"getvalue", "getenumerator", "first", "last", "sort", "reverse", "join", "toint32", "trygetvalue", "push", "pop", "enqueue", "dequeue", "peek":
		return true
	}
	return false
}

// harmlessStatic reports whether a static member of a type reads or computes
// only.
func harmlessStatic(typeName, name string) bool {
	t := strings.TrimPrefix(strings.ToLower(strings.ReplaceAll(typeName, " ", "")), "system.")
	switch t {
	case "math", "string", "char", "int", "int32", "int64", "long", "double", "decimal", "datetime", "datetimeoffset", "timespan",
		"guid", "convert", "bitconverter", "version", "uri", "bool", "boolean", "array", "linq.enumerable",
		"text.encoding", "text.regularexpressions.regex", "regex", "globalization.cultureinfo", "io.path", "tuple",
		"collections.generic.list[string]", "collections.arraylist", "text.stringbuilder", "random", "pscustomobject", "hashtable",
		"security.cryptography.sha256", "security.cryptography.md5", "text.encoding+utf8", "console":
		return true
	case "environment":
		return strings.HasPrefix(strings.ToLower(name), "get")
	case "io.file", "io.directory":
		return strings.EqualFold(name, "Exists")
	case "scriptblock", "activator", "diagnostics.process", "reflection.assembly":
		return false
	}
	return false
}
