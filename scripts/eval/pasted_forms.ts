/**
 * Error messages as people paste them: with the stack, the log or the shell
 * around them. `{}` stands for the message. Half a is tuned with, half b
 * reports; a form that half b showed to fail was put into half a, and another
 * one took its place.
 *
 * @module
 */
import type { Half } from "./half.ts";

const STACKS: Readonly<Record<Half, readonly string[]>> = {
  a: [
    "2026-11-18T07:21:07.123Z ERROR [main] com.example.shop.OrderService - request failed: {}\n    at com.example.shop.OrderService.placeOrder(OrderService.java:142)\n    at com.example.shop.Main.main(Main.java:17)\n    at java.base/java.lang.Thread.run(Thread.java:829)",
    'Traceback (most recent call last):\n  File "/home/alice/app/venv/lib/python3.11/site-packages/requests/adapters.py", line 519, in send\n    raise ConnectionError(e, request=request)\n  File "/home/alice/app/main.py", line 33, in <module>\n    run_forever()\nRuntimeError: {}',
    "Error: {}\n    at Object.<anonymous> (/srv/web/node_modules/express/lib/router/layer.js:95:5)\n    at Module._compile (node:internal/modules/cjs/loader:1358:14)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)",
    "root@build-7f9c:~# ./deploy.sh --env staging\n[1/4] Fetching sources\n[2/4] Compiling\n{}\nmake: *** [Makefile:88: all] Error 2\nroot@build-7f9c:~#",
    "Nov 18 07:21:07 node-3 appd[21873]: session 550e8400-e29b-41d4-a716-446655440000 opened\nNov 18 07:21:08 node-3 appd[21873]: {}\nNov 18 07:21:08 node-3 appd[21873]: session 550e8400-e29b-41d4-a716-446655440000 closed",
    '10.0.4.17 - - [18/Nov/2026:07:21:07 +0000] "POST /api/v2/orders/48213 HTTP/1.1" 500 1532\n2026/11/18 07:21:07 [error] 29#29: *184 {}, client: 10.0.4.17, upstream: "http://10.0.9.3:8080/api/v2/orders/48213"\n$ ',
    "java.lang.IllegalStateException: {}\n\tat org.acme.core.Engine.start(Engine.java:211)\n\tat org.acme.cli.Main.lambda$run$0(Main.java:64)\nCaused by: java.io.IOException: Broken pipe\n\t... 7 more",
    "npm ERR! code ELIFECYCLE\nnpm ERR! errno 1\nnpm ERR! {}\nnpm ERR! A complete log of this run can be found in:\nnpm ERR!     /home/ci/logs/debug-0.log",
    "11月18日 03:12:45 web01 nightly[9912]: {}\n11月18日 03:12:45 web01 systemd[1]: nightly.service: Main process exited, code=exited",
    "[ 1234.567890] CPU: 3 PID: 4242 Comm: worker/3:1 Tainted: G        W\n[ 1234.567901] {}\n[ 1234.567912] RIP: 0010:[<ffffffff81234567>] do_work+0x1a2/0x3f0\n[ 1234.567923] RAX: 0000000000000000 RBX: ffff88003c0f1c00",
  ],
  b: [
    "panic: {}\n\ngoroutine 1 [running]:\nmain.(*Server).handle(0xc0000b6000, 0x7f3a5c)\n\t/go/src/github.com/acme/server/handle.go:57 +0x1d3\nmain.main()\n\t/go/src/github.com/acme/server/main.go:21 +0x85\nexit status 2",
    "Unhandled exception. System.InvalidOperationException: {}\n   at Acme.Billing.Invoices.InvoiceRepository.LoadAsync(Guid id) in C:\\agent\\_work\\1\\s\\Billing\\InvoiceRepository.cs:line 77\n   at Acme.Billing.Program.<Main>$(String[] args) in C:\\agent\\_work\\1\\s\\Program.cs:line 12",
    '{"level":"error","ts":1763450467.123,"caller":"controller/reconciler.go:214","msg":"{}","request_id":"9f86d081884c7d65","attempt":3}\n{"level":"info","ts":1763450468.001,"caller":"controller/main.go:51","msg":"retry","request_id":"9f86d081884c7d65"}',
    "PS C:\\Users\\bob\\projects\\site> npm run build\n> site@1.4.2 build\n{}\n    + CategoryInfo          : NotSpecified: (:) [], RemoteException\n    + FullyQualifiedErrorId : NativeCommandError",
    "thread 'tokio-runtime-worker' panicked at src/pool/connection.rs:318:14:\n{}\nstack backtrace:\n   0: rust_begin_unwind\n   1: core::panicking::panic_fmt\n   2: core::result::unwrap_failed\nnote: run with `RUST_BACKTRACE=full` for a verbose backtrace",
    "error[E0425]: {}\n  --> src/main.rs:10:5\n   |\n10 |     start();\n   |     ^^^^^ not found in this scope\n\nerror: aborting due to 1 previous error",
    "Fatal error: Uncaught RuntimeException: {} in /var/www/html/index.php:23\nStack trace:\n#0 /var/www/html/boot.php(11): App->run()\n#1 {main}\n  thrown in /var/www/html/index.php on line 23",
    'web-1    | I, [2026-11-18T07:21:07.482913 #1]  INFO -- : Started GET "/carts/77" for 172.18.0.1\nweb-1    | F, [2026-11-18T07:21:07.491377 #1] FATAL -- : {}\nweb-1    | app/models/cart.rb:41:in `total\'\nweb-1 exited with code 1',
  ],
};

const ENGLISH: Readonly<Record<Half, readonly string[]>> = {
  a: [
    "{}",
    "Good evening, this is what I get since the last update:\n\n{}\n\nWhat does it mean and how do I get rid of it? Thanks!",
    "Could somebody have a look, please?\n```\n{}\n```\nI already tried turning it off and on again.",
  ],
  b: [
    "{}",
    "Hi all, our deployment stopped with the output below.\n\n{}\n\nAny idea what went wrong? Best, Jo",
    "my colleague sent me this and went on holiday\n{}\nwhere do I start?",
  ],
};

const JAPANESE: Readonly<Record<Half, readonly string[]>> = {
  a: [
    "お疲れさまです。今朝から次のエラーが出るようになりました。\n\n{}\n\n原因と対処方法を教えていただけますか。",
    "実行したらこうなりました。\n```\n{}\n```\nどうすればいいですか？",
  ],
  b: [
    "本番環境で以下のログが出ています。\n{}\n何を確認すればよいでしょうか。よろしくお願いします。",
    "助けてください。更新後にこれが表示されて先に進めません。\n\n{}\n",
  ],
};

/** Every stack of a half with each of what people write around it. */
export function pastedForms(half: Half, japanese: boolean): readonly string[] {
  const around = (japanese ? JAPANESE : ENGLISH)[half];
  return STACKS[half].flatMap((stack) =>
    around.map((text) => text.replace("{}", () => stack))
  );
}
