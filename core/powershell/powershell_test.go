package powershell

import (
	"encoding/base64"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/tempahq/tempa/core/command"
)

// show prints an analysis as "Program arg; wrapper> Program arg; !construct",
// unknown parts as $, redirections behind their operator.
func show(a command.Analysis) string {
	var out []string
	for _, c := range a.Commands {
		var b strings.Builder
		for _, v := range c.Via {
			b.WriteString(v + "> ")
		}
		if c.Program == "" {
			b.WriteString("?")
		}
		b.WriteString(c.Program)
		for _, w := range c.Args {
			b.WriteString(" " + w.Value)
		}
		for _, r := range c.Redirs {
			b.WriteString(" " + r.Op + r.Target.Value)
		}
		out = append(out, b.String())
	}
	for _, u := range a.Unresolved {
		out = append(out, "!"+u.Construct)
	}
	return strings.ReplaceAll(strings.Join(out, "; "), command.Unknown, "$")
}

func encode(s string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return base64.StdEncoding.EncodeToString(b)
}

type lineTest struct{ line, want string }

var tests = []lineTest{
	// names
	{`Remove-Item -Recurse -Force .\cache`, `Remove-Item -Recurse -Force .\cache`},
	{`remove-item x`, `Remove-Item x`},
	{`ri x; RM x; del x; erase x; rd x; rmdir x`, `Remove-Item x; Remove-Item x; Remove-Item x; Remove-Item x; Remove-Item x; Remove-Item x`},
	{`Microsoft.PowerShell.Management\Remove-Item x`, `Remove-Item x`},
	{`iwr https://h; curl https://h; wget https://h; irm https://h`, `Invoke-WebRequest https://h; Invoke-WebRequest https://h; Invoke-WebRequest https://h; Invoke-RestMethod https://h`},
	{`curl.exe https://h`, `curl https://h`},
	{`GIT push`, `git push`},
	{`C:\tools\Git.EXE push`, `git push`},
	{`npm.cmd install`, `npm install`},
	{"r`m x", `Remove-Item x`},
	{"Rem`ove-It`em x", "? x; !program name from Rem`ove-It`em"},
	{`& rm x`, `Remove-Item x`},
	{`& "rm" x`, `Remove-Item x`},
	{`& 'r'm x`, `r m x`},
	{`&"Remove-Item" x`, `Remove-Item x`},
	{`r"m" x`, `Remove-Item x`},
	{`r'm' x`, `Remove-Item x`},
	{`. .\script.ps1 a`, `script.ps1 a`},
	{`.\build.ps1 -x`, `build.ps1 -x`},
	{`./build.sh`, `build.sh`},
	{`7z x a.7z`, `7z x a.7z`},
	// constants
	{`$x='rm'; & $x y`, `Remove-Item y`},
	{`$x = "Remove-Item"; & $x -Recurse y`, `Remove-Item -Recurse y`},
	{`$a='r'; $b="${a}m"; & $b y`, `Remove-Item y`},
	{`& ('r'+'m') y`, `Remove-Item y`},
	{`& ("rm") y`, `Remove-Item y`},
	{`$x = 'ls'; $x = 'rm'; & $x y`, `? y; !program name from $x`},
	{`foreach ($i in 1,2) { & $x y; $x = 'rm' }; $x = 'ls'`, `? y; !program name from $x`},
	{`& $env:TOOL y`, `? y; !program name from $env:TOOL`},
	{`& ('{0}{1}' -f 'r','m') y`, `? y; !program name from ('{0}{1}' -f 'r','m')`},
	{`& ('r','m' -join '') y`, `? y; !program name from ('r','m' -join '')`},
	{`& (gcm rm) y`, `Get-Command rm; ? y; !program name from (gcm rm)`},
	{`. $x`, `?; !program name from $x`},
	{`$x.Tool = 'ls'; & $x.Tool y`, `? y; !program name from $x.Tool`},
	{`Set-Variable x rm; $x='ls'; & $x y`, `Set-Variable x rm; ? y; !program name from $x`},
	{`function f($c) { & $c y }; f rm`, `? y; f rm; !program name from $c`},
	{`$p='a b'; Get-Content "$p\c"`, `Get-Content a b\c`},
	{`Get-Content "$HOME/x" ~/y $env:USERPROFILE`, `Get-Content /home/u/x ~/y /home/u`},
	// structure
	{`git status; rm x`, `git status; Remove-Item x`},
	{"git status\nrm x", `git status; Remove-Item x`},
	{"git status\r\nrm x\r\n", `git status; Remove-Item x`},
	{`git status && rm x || del y`, `git status; Remove-Item x; Remove-Item y`},
	{`ls | rm`, `Get-ChildItem; Remove-Item -Path .`},
	{"ls |\n rm", `Get-ChildItem; Remove-Item -Path .`},
	{"ls\n | rm", `Get-ChildItem; Remove-Item -Path .`},
	{"Remove-Item `\n -Recurse `\r\n x", `Remove-Item -Recurse x`},
	{`git status & rm x`, `git status; Remove-Item x`},
	{`(rm x)`, `Remove-Item x`},
	{`((rm x))`, `Remove-Item x`},
	{`$(rm x)`, `Remove-Item x`},
	{`@(rm x)`, `Remove-Item x`},
	{`echo "size: $(rm x)"`, `Remove-Item x; Write-Output size: $`},
	{`echo "a $("b $(rm x)")"`, `Remove-Item x; Write-Output a $`},
	{`echo (rm x)`, `Remove-Item x; Write-Output $`},
	{`$y = rm x`, `Remove-Item x`},
	{`[string]$y = rm x`, `Remove-Item x`},
	{`$y += rm x`, `Remove-Item x`},
	{`$h = @{ a = rm x; 'b' = 1
	  c = ls }`, `Remove-Item x; Get-ChildItem`},
	{`if (Test-Path x) { rm x } elseif ($y) { del y } else { ri z }`, `Test-Path x; Remove-Item x; Remove-Item y; Remove-Item z`},
	{`foreach ($f in ls) { rm $f }`, `Get-ChildItem; Remove-Item $`},
	{`for ($i=0; $i -lt 3; $i++) { rm $i }`, `Remove-Item $`},
	{`while ($true) { rm x }`, `Remove-Item x`},
	{`do { rm x } while ($false)`, `Remove-Item x`},
	{`do { rm x } until (del y)`, `Remove-Item x; Remove-Item y`},
	{`switch ($x) { 'a' { rm a } b { rm b } {$_ -gt 1} { rm c } default { rm d } }`, `Remove-Item a; Remove-Item b; Remove-Item c; Remove-Item d`},
	{`switch -Regex -File log.txt { 'a' { rm a } }`, `Remove-Item a`},
	{`try { rm x } catch [IO.IOException], [Exception] { rm y } finally { rm z }`, `Remove-Item x; Remove-Item y; Remove-Item z`},
	{`trap { rm x }`, `Remove-Item x`},
	{`function Clear-It { param($a) rm x }`, `Remove-Item x`},
	{`function f($a = (rm x)) { }`, `Remove-Item x`},
	{`filter f { rm x }`, `Remove-Item x`},
	{`& { rm x }`, `Remove-Item x`},
	{`.{ rm x }`, `Remove-Item x`},
	{`$sb = { rm x }; & $sb`, `Remove-Item x`},
	{`$sb = { rm x }; $sb.Invoke()`, `Remove-Item x`},
	{`ls | % { rm $_ }`, `Get-ChildItem; Remove-Item $; ForEach-Object { rm $_ }`},
	{`ls | ?{ $_.Name -eq 'x' } | %{ rm $_.FullName }`, `Get-ChildItem; Where-Object { $_.Name -eq 'x' }; Remove-Item $; ForEach-Object { rm $_.FullName }`},
	{`return rm x`, `Remove-Item x`},
	{`:outer foreach ($a in 1) { rm x; break outer }`, `Remove-Item x`},
	{`begin { rm x } process { rm y } end { rm z }`, `Remove-Item x; Remove-Item y; Remove-Item z`},
	{`1..3 | % { rm $_ }`, `Remove-Item $; ForEach-Object { rm $_ }`},
	{`-not (rm x)`, `Remove-Item x`},
	{`$a = if ($b) { rm x }`, `Remove-Item x`},
	{`$a[(rm x)]`, `Remove-Item x`},
	{`"a".Replace('a', (rm x))`, `Remove-Item x`},
	{`Start-Job { rm x }`, `Remove-Item x; Start-Job { rm x }`},
	{`icm -ComputerName h { rm x }`, `Remove-Item x; Invoke-Command -ComputerName h { rm x }`},
	{`icm -ScriptBlock $sb`, `Invoke-Command -ScriptBlock $; !a script block from $sb`},
	{`[ValidateScript({ rm x })]$y`, `Remove-Item x`},
	// what a pipe brings
	{`ls -Recurse a | rm`, `Get-ChildItem -Recurse a; Remove-Item -Path a -Recurse`},
	{`gci -rec -fi *.log | ri`, `Get-ChildItem -rec -fi *.log; Remove-Item -Path ./*.log`},
	{`gci src -Include bin,obj -Recurse | ri -r -fo`, `Get-ChildItem src -Include bin obj -Recurse; Remove-Item -r -fo -Path src/bin -Path src/obj`},
	{`gi a | ? Length -gt 1 | mi -Destination b`, `Get-Item a; Where-Object Length -gt 1; Move-Item -Destination b -Path a`},
	{`'a' | rm`, `Remove-Item -Path a`},
	{`'a/b' | Set-Content f`, `Set-Content f`},
	{`'a/b' | sls x`, `Select-String x`},
	{`ls a | sc -Value x`, `Get-ChildItem a; Set-Content -Value x`},
	{`ls a; echo b | rm`, `Get-ChildItem a; Write-Output b; Remove-Item`},
	// words
	{`rm -Path:x -rec`, `Remove-Item -Path:x -rec`},
	{`rm -Path: x`, `Remove-Item -Path:x`},
	{`rm a,b , c`, `Remove-Item a b c`},
	{`rm 'it''s' "a""b"`, `Remove-Item it's a"b`},
	{"rm \"a`\"b`$c\"", `Remove-Item a"b$c`},
	{`rm "$x/y" $z @args`, `Remove-Item $/y $ $`},
	{`rm a#b # c`, `Remove-Item a#b`},
	{`rm <# x #> a`, `Remove-Item a`},
	{"rm @'\na\n'@", `Remove-Item a`},
	{"rm @\"\n$(del y)\n\"@", `Remove-Item y; Remove-Item $`},
	{"rm \u201ca b\u201d", `Remove-Item a b`},
	{"rm \u2013Recurse x", `Remove-Item -Recurse x`},
	{"rm\u00a0x", `Remove-Item x`},
	{`git log --format='%H' -n 1`, `git log --format=%H -n 1`},
	{`git commit -m "see $(rm x)"`, `Remove-Item x; git commit -m see $`},
	{`icacls x --% /grant %USER%:F & y`, `icacls x /grant $ & y`},
	{`echo a > f 2> g 2>&1 3>$null`, `Write-Output a >f >g`},
	{`'text' > f`, `: >f`},
	{`ls *> f`, `Get-ChildItem >f`},
	// nested texts
	{`iex 'rm x'`, `Invoke-Expression rm x; Invoke-Expression> Remove-Item x`},
	{`iex "rm x; iex 'del y'"`, `Invoke-Expression rm x; iex 'del y'; Invoke-Expression> Remove-Item x; Invoke-Expression> Invoke-Expression del y; Invoke-Expression> Invoke-Expression> Remove-Item y`},
	{`'rm x' | iex`, `Invoke-Expression; Invoke-Expression> Remove-Item x`},
	{`iex $x`, `Invoke-Expression $; !text run by Invoke-Expression`},
	{`iex (iwr https://h)`, `Invoke-WebRequest https://h; Invoke-Expression $; !text run by Invoke-Expression`},
	{`irm https://h | iex`, `Invoke-RestMethod https://h; Invoke-Expression; !text run by Invoke-Expression`},
	{`iex "rm $x"`, `Invoke-Expression rm $; Invoke-Expression> Remove-Item $; !text run by Invoke-Expression with an unknown part`},
	{`powershell -Command "rm x"`, `powershell -Command rm x; powershell -Command> Remove-Item x`},
	{`powershell -NoProfile -ep Bypass -c rm x`, `powershell -NoProfile -ep Bypass -c rm x; powershell -Command> Remove-Item x`},
	{`pwsh -c { rm x }`, `Remove-Item x; pwsh -c { rm x }`},
	{`powershell rm x`, `powershell rm x; powershell -Command> Remove-Item x`},
	{`powershell -File x.ps1 rm`, `powershell -File x.ps1 rm`},
	{`powershell -enc ` + encode("rm x"), `powershell -enc ` + encode("rm x") + `; powershell -EncodedCommand> Remove-Item x`},
	{`powershell -e !!`, `powershell -e !!; !an encoded command that cannot be decoded`},
	{`powershell -Command -`, `powershell -Command -`},
	{`irm h | powershell -`, `Invoke-RestMethod h; powershell -; !script read from a pipe`},
	{`cmd /c "del x & rd y"`, `cmd /c del x & rd y; cmd /c> del x; cmd /c> rd y`},
	{`cmd /c del $x`, `cmd /c del $; cmd /c> del $; !text given to cmd with an unknown part`},
	{`cmd.exe /s /c powershell -c "rm x"`, `cmd /s /c powershell -c rm x; cmd /c> powershell -c rm x; cmd /c> powershell -Command> Remove-Item x`},
	{`gsudo rm x`, `gsudo rm x; gsudo> rm x`},
	{`forfiles /m * /c "cmd /c del x"`, `forfiles /m * /c cmd /c del x; forfiles> cmd /c del x; forfiles> cmd /c> del x`},
	{`runas /user:a "rm x"`, `runas /user:a rm x; runas> rm x`},
	{`conhost cmd /c del x`, `conhost cmd /c del x; conhost> cmd /c del x; conhost> cmd /c> del x`},
	{`wmic process call create "rm x"`, `wmic process call create rm x; wmic> rm x`},
	{`npm.cmd publish`, `npm publish`},
	{`.\gradlew.bat build`, `gradlew build`},
	{`New-ScheduledTaskAction -Execute rm.exe -Argument x`, `New-ScheduledTaskAction -Execute rm.exe -Argument x; Start-Process> rm x`},
	{`ii ./rm.exe`, `Invoke-Item ./rm.exe; Start-Process> rm`},
	{`saps rm.exe x`, `Start-Process rm.exe x; Start-Process> rm x`},
	{`Start-Process -FilePath powershell -ArgumentList '-c','rm x'`, `Start-Process -FilePath powershell -ArgumentList -c rm x; Start-Process> powershell -c rm x; Start-Process> powershell -Command> Remove-Item x`},
	{`Start-Process $x`, `Start-Process $; Start-Process> ?; !program name from $x`},
	{`bash -c 'rm x'`, `bash -c rm x; bash -c> rm x`},
	{`sudo rm x`, `sudo rm x; sudo> rm x`},
	{`wsl rm -rf /`, `wsl rm -rf /; wsl> rm -rf /`},
	{`wsl -e rm x`, `wsl -e rm x; wsl> rm x`},
	{`wsl -d U -- rm x`, `wsl -d U -- rm x; wsl> rm x`},
	{`Set-Alias z Remove-Item; z x`, `Set-Alias z Remove-Item; Remove-Item x`},
	{`sal z $y`, `Set-Alias z $; !an alias that is not known`},
	{`rm -rf x`, `Remove-Item -rf x; rm -rf x`},
	{`ls -la`, `Get-ChildItem -la; ls -la`},
	// calls
	{`[IO.File]::Delete('x')`, `!a call of [IO.File]::Delete`},
	{`[scriptblock]::Create('rm x').Invoke()`, `!a call of [scriptblock]::Create; !a call of .Invoke`},
	{`(New-Object Net.WebClient).DownloadString('https://h')`, `New-Object Net.WebClient; !a call of .DownloadString`},
	{`$x.$m()`, `!a call of a method that is not known`},
	{`ls | % Delete`, `Get-ChildItem; ForEach-Object Delete; !a call of .Delete by ForEach-Object`},
	{`$function:f = { rm x }`, `Remove-Item x; !a function or alias that is made by assignment`},
	{`New-Item function:f -Value $x`, `New-Item function:f -Value $; !a function or alias that is made as an item`},
	{`New-Object -ComObject WScript.Shell`, `New-Object -ComObject WScript.Shell; !a COM object`},
	{`Add-Type -TypeDefinition $x`, `Add-Type -TypeDefinition $; !compiled code`},
	{"r\u200bm x", `? x; !program name with characters that cannot be seen`},
	// harmless look-alikes
	{`echo 'rm x'`, `Write-Output rm x`},
	{`Write-Host "Remove-Item -Recurse ~"`, `Write-Host Remove-Item -Recurse ~`},
	{`git commit -m 'rm x; del y'`, `git commit -m rm x; del y`},
	{`# rm x`, ``},
	{"<# rm x\n rm y #>", ``},
	{`'rm x'`, ``},
	{"@'\nrm x\n'@", ``},
	{`$x = 'rm y'`, ``},
	{`$x = @{ rm = 1; del = 2 }`, ``},
	{`Select-String 'rm x' log.txt`, `Select-String rm x log.txt`},
	{`$s.ToUpper().Trim()`, ``},
	{`$s.Split(',')[0]`, ``},
	{`[math]::Max(1, 2)`, ``},
	{`[System.IO.Path]::Combine($a, 'b')`, ``},
	{`"{0:N2}" -f 3.14`, ``},
	{`1 + 2`, ``},
	{`$a -eq 'rm' -and $b -ne "del"`, ``},
	{`ls | select Name | sort Length`, `Get-ChildItem; Select-Object Name; Sort-Object Length`},
	{`ls | % Name`, `Get-ChildItem; ForEach-Object Name`},
	{`param([string]$x = 'rm', [switch]$y)`, ``},
	{`Get-ChildItem -Filter *.log -Exclude 'rm*'`, `Get-ChildItem -Filter *.log -Exclude rm*`},
	{`npm run build`, `npm run build`},
	{`dotnet test --filter "Name~rm"`, `dotnet test --filter Name~rm`},
	{`enum Color { Red; Rm }`, ``},
	{`using namespace System.IO`, ``},
	{`$env:PATH += ';C:\rm'`, `:`},
	{`$env:PAGER='rm x'; git log`, `rm x; :; git log`},
	{`$env:X=$y; git log`, `:; git log`},
	{`ls > .\a\b`, `Get-ChildItem >./a/b`},
	{`$i++; $i--`, ``},
	{`return`, ``},
	{`exit 0`, ``},
	{`throw 'rm x'`, ``},
	{`Add-Type -AssemblyName System.Web`, `Add-Type -AssemblyName System.Web`},
	// broken
	{`echo "a`, `Write-Output $; !a string without an end`},
	{`if (rm x`, `Remove-Item x; !a bracket without an end`},
	{`}`, `!syntax that cannot be read`},
	{`class C { [void] M() { rm x } }`, `!a class definition`},
}

func TestAnalyse(t *testing.T) { check(t, Analyse, tests) }

func check(t *testing.T, analyse func(string, command.Env) command.Analysis, tests []lineTest) {
	t.Helper()
	for _, tt := range tests {
		if got := show(analyse(tt.line, command.Env{Home: "/home/u"})); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.line, got, tt.want)
		}
	}
}

var cmdTests = []lineTest{
	{`rm/x y`, `x y; rm /x y`},
	{`./gradlew build`, `gradlew build`},
	{`del /s /q x`, `del /s /q x`},
	{`erase x & rmdir /s y & MD z`, `del x; rd /s y; md z`},
	{`d^el x`, `del x`},
	{`"del" x`, `del x`},
	{`del/q x`, `del /q x`},
	{`cd.. & del x`, `cd ..; del x`},
	{`@echo off`, `echo off`},
	{`git status && del x || rd y`, `git status; del x; rd y`},
	{`type x | more`, `type x; more`},
	{"git status\r\ndel x", `git status; del x`},
	{`(del x & rd y) > out`, `del x; rd y; : >out`},
	{`if exist x (del x) else rd y`, `del x; rd y`},
	{`if exist x del x`, `del x`},
	{`if /i not "%a%"=="b" del x`, `del x`},
	{`if %errorlevel% EQU 0 del x`, `del x`},
	{`for %i in (*.log) do del %i`, `del $`},
	{`for /r C:\x %%i in (*) do @del "%%i"`, `del $`},
	{`for /f "tokens=*" %i in ('git ls-files') do del %i`, `git ls-files; del $`},
	{`call del x`, `call del x; call> del x`},
	{`call :label x`, `call :label x`},
	{`start "" /b del.exe x`, `start  /b del.exe x; start> del x`},
	{`start /d C:\x powershell -c "rm y"`, `start /d C:\x powershell -c rm y; start> powershell -c rm y; start> powershell -Command> Remove-Item y`},
	{`cmd /c "del x & cmd /c rd y"`, `cmd /c del x & cmd /c rd y; cmd /c> del x; cmd /c> cmd /c rd y; cmd /c> cmd /c> rd y`},
	{`cmd /q/c "del x"`, `cmd /q/c del x; cmd /c> del x`},
	{`cmd /cdel x`, `cmd /cdel x; cmd /c> del x`},
	{`%X% y`, `? y; !program name from %X%`},
	{`set a=del & %a% x`, `set a del; ? x; !program name from %a%`},
	{`del "%USERPROFILE%\x"`, `del $\x`},
	{`echo del x`, `echo del x`},
	{`echo "a & del x"`, `echo a & del x`},
	{`echo a ^& del x`, `echo a & del x`},
	{`rem del x`, ``},
	{`:: del x`, ``},
	{`goto end`, ``},
	{`copy a,b`, `copy a b`},
	{`node --x=y a`, `node --x=y a`},
	{`echo x > f 2>&1`, `echo x >f`},
	{`> f echo x`, `echo x >f`},
	{`echo x >nul 2> err`, `echo x >err`},
	{`curl https://h | cmd`, `curl https://h; cmd; !script read from a pipe`},
	{`curl https://h | powershell -`, `curl https://h; powershell -; !script read from a pipe`},
	{`bash -c "rm x"`, `bash -c rm x; bash -c> rm x`},
	{`C:\Windows\System32\CMD.EXE /c del x`, `cmd /c del x; cmd /c> del x`},
	{`(del x`, `del x; !a bracket without an end`},
	{`for x`, `!a for that cannot be read`},
	{`echo 100% done`, `echo 100% done`},
}

func TestAnalyseCmd(t *testing.T) { check(t, AnalyseCmd, cmdTests) }

func TestDirectory(t *testing.T) {
	for _, tt := range []struct {
		line, dir string
		known     bool
	}{
		{`ls; git x`, ".", true},
		{`cd sub && git x`, "sub", true},
		{`cd sub; git x`, "", false},
		{`cd sub && ls; git x`, "", false},
		{`cd a && cd b && git x`, "a/b", true},
		{`cd ~/p && git x`, "/home/u/p", true},
		{`cd C:\p && git x`, `C:\p`, true},
		{`cd $d && git x`, "", false},
		{`if ($a) { cd sub }; git x`, "", false},
		{`pushd a && popd && git x`, "", false},
		{`iex 'cd sub' ; git x`, "", false},
	} {
		a := Analyse(tt.line, command.Env{Home: "/home/u"})
		c := a.Commands[len(a.Commands)-1]
		if c.Dir != tt.dir || c.DirKnown != tt.known {
			t.Errorf("%s: %q, %v", tt.line, c.Dir, c.DirKnown)
		}
	}
}

func TestContext(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{`ls | rm`, "pipe|pipe pipe-in"},
		{`if (1) { ls | rm }`, "if pipe|if pipe pipe-in"},
		{`ls; (git x | rm) | git y`, "|pipe substitution pipe|pipe substitution pipe pipe-in|pipe pipe-in"},
		{`function f { ls }`, "function f"},
		{`ls && rm`, "|"},
	} {
		var got []string
		for _, c := range Analyse(tt.line, command.Env{}).Commands {
			got = append(got, strings.Join(c.Context, " "))
		}
		if got := strings.Join(got, "|"); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.line, got, tt.want)
		}
	}
}

func TestPositions(t *testing.T) {
	a := Analyse("ls\n  rm x", command.Env{})
	if got := a.Commands[1].Pos; got != (command.Pos{Offset: 5, Line: 2, Col: 3}) {
		t.Errorf("got %+v", got)
	}
}

func TestBounds(t *testing.T) {
	for name, line := range map[string]string{
		"long":      strings.Repeat("a", maxText+1),
		"deep":      strings.Repeat("(", 5000),
		"blocks":    strings.Repeat("{", 30000),
		"strings":   strings.Repeat(`"$(`, 20000),
		"types":     strings.Repeat("[a]", 20000),
		"arrays":    strings.Repeat("@(", 30000),
		"tables":    strings.Repeat("@{a=", 15000),
		"members":   "$x" + strings.Repeat(".a(", 15000),
		"iex":       `$a='iex $a;iex $a'; iex $a`,
		"constants": `$a='` + strings.Repeat("x", 4000) + `'; echo "` + strings.Repeat("$a", 20000) + `"`,
		"NUL":       "rm \x00",
		"cmd":       `cmd /c "` + strings.Repeat("cmd /c ", 2000) + `"`,
	} {
		a := Analyse(line, command.Env{})
		if len(a.Unresolved) == 0 && name != "types" {
			t.Errorf("%s: nothing is unresolved", name)
		}
	}
	for name, line := range map[string]string{
		"deep": strings.Repeat("(", 60000),
		"if":   strings.Repeat("if a==b ", 8000),
		"for":  strings.Repeat("for %i in (a) do ", 3000),
		"call": strings.Repeat("call ", 10000) + "x",
	} {
		if a := AnalyseCmd(line, command.Env{}); len(a.Unresolved) == 0 {
			t.Errorf("cmd %s: nothing is unresolved", name)
		}
	}
}

func FuzzAnalyse(f *testing.F) {
	for _, tt := range tests {
		f.Add(tt.line)
	}
	f.Fuzz(func(t *testing.T, line string) { within(t, line, Analyse) })
}

func FuzzAnalyseCmd(f *testing.F) {
	for _, tt := range cmdTests {
		f.Add(tt.line)
	}
	f.Fuzz(func(t *testing.T, line string) { within(t, line, AnalyseCmd) })
}

// within stops the test when a line takes long, also one that never ends.
func within(t *testing.T, line string, analyse func(string, command.Env) command.Analysis) {
	t.Helper()
	watch := time.AfterFunc(5*time.Second, func() { panic("too slow: " + line) })
	defer watch.Stop()
	analyse(line, command.Env{Home: "/h"})
}

// What comes through the pipe is what Stop-Process ends.
func TestFedOperands(t *testing.T) {
	for line, opaque := range map[string]bool{`gps x | kill`: true, `kill -Name x`: false} {
		list := Analyse(line, command.Env{}).Commands
		if last := list[len(list)-1]; last.Program != "Stop-Process" || last.Opaque != opaque {
			t.Errorf("%s: %s, opaque %v", line, last.Program, last.Opaque)
		}
	}
}
