package secrets

import (
	crc32std "hash/crc32"
	"slices"
	"strings"
	"testing"
)

// Secrets of the tests are put together here, so that no scanner of a code
// host finds one in this file.
const (
	body36  = "R7kQ2mVx9LtB4nWz" + "8HsD1pYc6GfJ3aEuT0Kv"
	noise   = "Zk7Qm2Vx9LtB4nWz8HsD1pYc6GfJ3aEuT0KvRq5XwN"
	awsKey  = "AKIA" + "Z7QXM2VKLTB4NWH6"
	slackB  = "xoxb-" + "730191371842-1281902837461-" + "kQ2mVx9LtB4nWz8HsD1pYc6G"
	hookURL = "https://hooks.slack.com/" + "services/T02AB3CD4/B05EF6GH7/" + "kQ2mVx9LtB4nWz8HsD1pYc6G"
)

func classic(prefix string) string {
	const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	body := body36[:30]
	sum := crc32std.ChecksumIEEE([]byte(body))
	var check [6]byte
	for i := 5; i >= 0; i-- {
		check[i] = digits[sum%62]
		sum /= 62
	}
	return prefix + body + string(check[:])
}

func pem(kind, body string) string {
	return "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----"
}

func TestFind(t *testing.T) {
	jwt := "eyJhbGciOiJSUzI1NiJ9." + noise + "." + noise + "-" + noise
	for _, tt := range []struct{ kind, text, secret string }{
		{PrivateKey, pem("RSA PRIVATE KEY", noise+noise), ""},
		{PrivateKey, pem("PRIVATE KEY", noise), ""},
		{PrivateKey, pem("OPENSSH PRIVATE KEY", "b3BlbnNzaC1rZXktdjEAAAAA"), ""},
		{PrivateKey, pem("EC PRIVATE KEY", "abc"), ""},
		{PrivateKey, pem("PGP PRIVATE KEY BLOCK", "Version: x\n\n"+noise), ""},
		{PrivateKey, pem("RSA PRIVATE KEY", "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n"+noise), ""},
		{PrivateKey, strings.ReplaceAll(pem("PRIVATE KEY", noise), "\n", `\n`), ""},
		{PrivateKey, "-----BEGIN PRIVATE KEY-----\n" + noise, ""}, // cut off
		{PrivateKey, "PuTTY-User-Key-File-2: ssh-rsa", "PuTTY-User-Key-File-2:"},
		{PrivateKey, "AGE-SECRET-KEY-1" + strings.ToUpper(noise+noise[:16]), ""},

		{AWS, awsKey, ""},
		{AWS, "ASIA" + "Z7QXM2VKLTB4NWH6", ""},
		{AWS, "ABSK" + noise + noise + noise, ""},

		{GitHub, classic("ghp_"), ""},
		{GitHub, classic("gho_"), ""},
		{GitHub, classic("ghu_"), ""},
		{GitHub, classic("ghr_"), ""},
		{GitHub, classic("ghs_"), ""},
		{GitHub, "ghp_" + body36, ""}, // an old server's, without a checksum
		{GitHub, "ghs_123456_" + jwt, ""},
		{GitHub, "github_pat_" + body36[:22] + "_" + noise + body36[:17], ""},

		{Anthropic, "sk-ant-api03-" + noise + noise + "AA", ""},
		{Anthropic, "sk-ant-admin01-" + noise + "-_" + noise, ""},
		{Anthropic, "sk-ant-oat01-" + noise, ""},
		{Slack, slackB, ""},
		{Slack, "xoxp-" + "730191371842-730191371843-1281902837461-" + "0a1b2c3d4e5f60718293a4b5c6d7e8f9", ""},
		{Slack, "xapp-1-" + "A02AB3CD4-730191371842-" + "0a1b2c3d4e5f60718293a4b5", ""},
		{Slack, "xoxe.xoxp-1-" + "Mi0yLTczMDE5MTM3MTg0Mi0xMjgxOTAyODM3NDYx", ""},
		{Slack, hookURL, hookURL[len("https://"):]},
		{OpenAI, "sk-proj-" + noise + "T3BlbkFJ" + noise, ""},
		{OpenAI, "sk-" + body36[:20] + "T3BlbkFJ" + body36[:20], ""},
		{Google, "AIza" + "Sy" + noise[:33], ""},

		{Password, "password=hunter2", "hunter2"},
		{Password, "my db has PASSWORD=swordfish ok?", "swordfish"},
		{Password, "DB_PASSWORD=Tr0ub4dor&3", "Tr0ub4dor"},
		{Password, "export PGPASSWORD='s3cr3t-Db'", "s3cr3t-Db"},
		{Password, `password = "correcthorse"`, "correcthorse"},
		{Password, `{"user":"a","password":"hunter2!"}`, "hunter2!"},
		{Password, `{\"password\": \"hunter2!\"}`, "hunter2!"},
		{Password, "password: hunter2", "hunter2"},
		{Password, "**Password:** P@ssw0rd!", "P@ssw0rd!"},
		{Password, "passwd := `q9w8e7`", "q9w8e7"},
		{Password, "dbPassword => 'q9w8e7r6'", "q9w8e7r6"},
		{Password, "Server=x;User=sa;Pwd=Zx81Spectrum;", "Zx81Spectrum"},
		{Password, "--password=Wint3r2026", "Wint3r2026"},
		{Password, "https://h.example/?user=a&password=Wint3r2026&x=1", "Wint3r2026"},
		{Password, "passphrase=8675309", "8675309"},
		{Password, "wachtwoord=Zomer2026", "Zomer2026"},
		{Password, "password=Zomer2026.", "Zomer2026"},
		{Secret, "aws_secret_access_key = kQ2mVx9LtB4nWz8HsD1p/Yc6GfJ3aEuT0KvRq5Xw", "kQ2mVx9LtB4nWz8HsD1p/Yc6GfJ3aEuT0KvRq5Xw"},
		{Secret, `"client_secret": "` + noise + `"`, noise},
		{Secret, "API_KEY=0a1b2c3d4e5f60718293a4b5c6d7e8f9", "0a1b2c3d4e5f60718293a4b5c6d7e8f9"},
		{GitHub, "GITHUB_TOKEN=" + classic("ghp_"), classic("ghp_")},
		{AWS, "AWS_ACCESS_KEY_ID=" + awsKey, awsKey},

		{IBAN, "NL91ABNA0417164300", ""},
		{IBAN, "NL91 ABNA 0417 1643 00", ""},
		{IBAN, "nl91abna0417164300", ""},
		{IBAN, "GB82WEST12345698765432", ""},
		{IBAN, "DE89 3704 0044 0532 0130 00", ""},
		{IBAN, "GB82-WEST-1234-5698-7654-32", ""},
		{BSN, "bsn 111222333", "111222333"},
		{BSN, "Mijn BSN is: 111222333.", "111222333"},
		{BSN, "BSN-nummer 111.222.333", "111.222.333"},
		{BSN, "klant_bsn=111222333", "111222333"},
		{BSN, "111222333 (BSN)", "111222333"},
		{BSN, "burgerservicenummer: 1112 22 333", "1112 22 333"},
		{BSN, `{"bsn":"111222333"}`, "111222333"},
	} {
		if tt.secret == "" {
			tt.secret = tt.text
		}
		for _, frame := range [][2]string{{"", ""}, {"please use ", " for it"}, {"x\n", "\n"}, {`"a\n`, `",`}, {"(", ")"}} {
			text := frame[0] + tt.text + frame[1]
			found := Find(text)
			if len(found) != 1 || found[0].Kind != tt.kind || text[found[0].Start:found[0].End] != tt.secret {
				t.Errorf("%.80q: %v", text, show(text, found))
			}
		}
	}
}

func show(text string, found []Finding) (list []string) {
	for _, f := range found {
		list = append(list, f.Kind+" "+text[f.Start:f.End])
	}
	return list
}

// Look-alikes: a false alarm is how a guard gets switched off.
func TestHarmless(t *testing.T) {
	for _, text := range []string{
		"",
		"write the task-brief and the risk-check for the desk-based team",
		"set password=<your-password> or PASSWORD=changeme in the sample file",
		"why does the docs sample AKIAIOSFODNN7EXAMPLE not work?",
		"aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
		"AKIAXXXXXXXXXXXXXXXX AKIA AKIA123 xAKIA" + "Z7QXM2VKLTB4NWH6",
		awsKey + "X", awsKey + "x", "_" + awsKey + "_",

		// Tokens filled in by hand.
		"ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
		"ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a",
		"ghp_ github_pat_ gho_short ghx_" + body36,
		"sk-ant-api03-your-key-here-please-replace-it sk-ant-... sk-ant-api03-xxxxxxxxxxxxxxxxxxxxxxxx",
		"xoxb-your-token-here xoxb-xxxxxxxxxxxx-xxxxxxxxxxxx-xxxxxxxxxxxxxxxxxxxxxxxx",
		"https://hooks.slack.com/" + "services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
		"AIza" + strings.Repeat("x", 35),
		"sk-learn sk-SK mask-rcnn ask-me-anything-about-this-very-long-identifier-123456",

		// Digests, identifiers, data.
		"fix 3f786850e387550fdab836ed7e6dc881de23001b and e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		"token=3f786850e387550fdab836ed7e6dc881de23001b",
		"id 550e8400-e29b-41d4-a716-446655440000, secret=550e8400-e29b-41d4-a716-446655440000",
		"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
		"sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
		"next_page_token=CAUQAA1234567890abcdEFGHijkl csrf_token=a1B2c3D4e5F6g7H8i9J0",
		"max_tokens=4096 pad_token=151643 tokens: 12345678901234567890",

		// Code about passwords.
		`password = os.environ["DB_PASSWORD"]`,
		`password = getpass.getpass("Password: ")`,
		"password := flag.String(\"password\", \"\", \"the password\")",
		"if password == \"hunter2\" {",
		`if (user.password !== other.password123) {}`,
		"password=${DB_PASSWORD} password=$DB_PASSWORD password=$(pass show db) password=%PASSWORD% password={{ pw }}",
		"password: string; password?: string; passwordHash = sha256(x1)",
		"def login(username, password=None): pass",
		"connect(user=user1, password=db_password1, host=h)",
		"connect(user, password=mysecretvar)",
		"const { password } = req.body; const password = req.body.password2",
		"password: z.string().min(8).max(128)",
		"password: process.env.DB_PASSWORD1,",
		`{"password": {"type": "string", "minLength": 12}}`,
		`{"password": "Wachtwoord", "passwordRepeat": "Herhaal wachtwoord"}`,
		`placeholder="Password" name="password" type="password" id="password1"`,
		`password: "Enter your 12 character password"`,
		"the password: it must have 8 characters", "Password: required", "password: true", "password=null",
		"password_length=12 passwordMinLength: 16 password_reset_url=https://h.example/r1",
		"POSTGRES_PASSWORD=postgres", "MYSQL_ROOT_PASSWORD: root",
		"PWD=/home/dev/project1 OLDPWD=/tmp/a1b2c3",
		"password=********", "password=...", "password=xxxxxxxx", "password=", "password: |", "password:\n  x1y2z3",
		"password file: /etc/x1", "password=/run/secrets/db1",
		"secret=my-app-secret-v2-prod-2026", "token: {{ .Values.token }}", "secretKeyRef: name1",
		"api_key=YOUR_API_KEY_1234567890", "apiKey: process.env.API_KEY_2026_PRODUCTION",
		"passphrase: argon2id", "pass: 5 tests, fail: 0", "--- PASS: TestTags/x_testtag_2 (0.04s)", "compass=north12", "bypass: yes123", "password::hash2",
		"https://h.example/password/reset2?x=1", "git log --format='%h' -- password.go:12",

		"password: :py:data:`bytes1`", "my $pwd = $self->{pwd1}", "$pass = $CPAN::Config->{p1}", "groupname:password:GID:user_list",
		"PrivateKey: testRSA2048PrivateKey, SecretKey = serverSecretKey2048x", "Password: password16,",

		// Keys that are only talked about.
		pem("PRIVATE KEY", "XXXX\nXXXX"), pem("PRIVATE KEY", `XXXXXXXXXXXXXXXXXXXXXXXX`),
		`strings.Contains(s, "-----BEGIN PRIVATE KEY-----")`,
		"-----BEGIN RSA PRIVATE KEY-----\n...\n-----END RSA PRIVATE KEY-----",
		"-----BEGIN RSA PRIVATE KEY-----\n<your key>\n-----END RSA PRIVATE KEY-----",
		pem("CERTIFICATE", noise+noise), pem("PUBLIC KEY", noise+noise),
		"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + noise + " dev@host",

		// Numbers.
		"NL91ABNA0417164301", "NL91ABNA041716430", "NL91ABNA04171643000", "xNL91ABNA0417164300", "XX91ABNA0417164300",
		"Nl91abna0417164300", "de89370400440532013000ff", "NL91 ABNA 0417 16 4300",
		"111222333", "call 111222333 now", "bsn 123456789", "BSN 000000000", "BSN 00000000", "bsn 1112223333", "BSNL 111222333",
		"bsn and a long way to go until the number comes 111222333", "absn 111222333",
	} {
		if found := Find(text); len(found) != 0 {
			t.Errorf("%.80q: %v", text, show(text, found))
		}
	}
}

func TestElfproef(t *testing.T) {
	for number, want := range map[string]bool{
		"111222333": true, "123456782": true, "12345672": true, "123456789": false, "000000000": false, "1234567": false, "1112223330": false,
	} {
		digits := []byte(number)
		for i := range digits {
			digits[i] -= '0'
		}
		if elfproef(digits) != want {
			t.Errorf("%s: %v", number, !want)
		}
	}
}

func TestSeveral(t *testing.T) {
	text := "a " + awsKey + " b " + classic("ghp_") + ", IBAN NL91ABNA0417164300; bsn 111222333"
	want := []string{AWS + " " + awsKey, GitHub + " " + classic("ghp_"), IBAN + " NL91ABNA0417164300", BSN + " 111222333"}
	if got := show(text, Find(text)); !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

// hostile are texts that make a detector start as often as possible.
var hostile = []string{
	"a", "=", ":", "-", "A", " ", "password=", "password: ", "password=a1b2c3d4,", "password=$a.", `"password":"`, "token=", "sk-ant-", "sk-proj-", "sk-", "ghp_", "ghs_1_",
	"github_pat_", "xoxb-", "xoxb-1234567-", "xoxe.xoxp-", "AKIA", "ABSK", "AIza", "A ", "NL91", "NL91 ", "NL91ABNA", "MT31A", "bsn ", "bsn1", "bsn 1 ", "1 bsn ",
	"-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\n", "-----BEGIN PRIVATE KEY-----\nA", "-----BEGIN PRIVATE KEY-----\n" + "AAAAAAAAAAAAAAAA",
	"-----BEGIN PRIVATE KEY-----\na: b\n", "-----BEGIN PRIVATE KEY-----\nAAAAAAAAAAAAAAAA AA ", "---- BEGIN PRIVATE KEY\nAAAAAAAAAAAAAAAA AA ", "-----BEGIN ", "hooks.slack.com/services/", "bedrock-api-key-", "PuTTY-User-Key-File-", "sk-.", ".", "sk-ant-aaaaaaaaaaaaaaaaaaaaaaaaaaaa.",
	"AGE-SECRET-KEY-1", "a1b2c3d4e5f6.", "password=\\\"", "password=x\\", "\xff", "\u00e9",
}

// The work grows with the text and not faster, whatever the text is made of.
func TestLinear(t *testing.T) {
	const size, most = 1 << 16, 64
	for _, unit := range hostile {
		s := scanner{text: strings.Repeat(unit, size/len(unit)+1)}
		s.scan()
		if per := s.steps / len(s.text); per > most {
			t.Errorf("%q: %d steps a byte", unit, per)
		}
	}
}

func FuzzFind(f *testing.F) {
	for _, unit := range hostile {
		f.Add(unit + unit)
	}
	f.Add("password=hunter2 NL91ABNA0417164300 bsn 111222333 " + awsKey)
	f.Fuzz(func(t *testing.T, text string) {
		last := 0
		for _, found := range Find(text) {
			if found.Start < last || found.End <= found.Start || found.End > len(text) || found.Kind == "" {
				t.Fatalf("%+v in %q", found, text)
			}
			last = found.End
		}
	})
}

func BenchmarkFind(b *testing.B) {
	text := strings.Repeat("please look at src/main.go: the handler = newHandler(cfg) returns early.\n", 1000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Find(text)
	}
}

func TestCRC32(t *testing.T) {
	for _, text := range []string{"", "a", "123456789", strings.Repeat("\xff\x00", 40)} {
		if got, want := crc32(text), crc32std.ChecksumIEEE([]byte(text)); got != want {
			t.Errorf("crc32(%q) = %08x, want %08x", text, got, want)
		}
	}
}
