/** A small manual: enough sections for gates, guards and lists to matter. */
export const GUIDE: Readonly<Record<string, string>> = {
  "guide/install.md":
    "# Install\nDownload the package and run the installer.\n## Linux\nUse the shell to install the daemon.\n## Windows\nRun setup AB-123 as administrator.\n",
  "guide/backup.md":
    "# Backup\nThe daemon writes a backup every night.\n## Restore\nStop the daemon, then restore the backup file.\n## Limits\nA backup keeps 30 days. However, it cannot hold open files.\n",
  "guide/network.md":
    "# Network\nThe daemon listens on port 8080.\n## Proxy\nSet the proxy before the daemon starts.\n",
  "guide/保険.md":
    "# 保険料の控除\n保険料の控除とは、所得から差し引く金額です。\n## 申請手続き\n申請書を窓口に提出します。表 5 を参照してください。\n## 例外\nただし、期限後の申請はできません。\n",
  "guide/data.json": '{"error": "E-404", "hint": "check the proxy"}',
  ...Object.fromEntries(
    Array.from({ length: 24 }, (_, i) => [
      `guide/topics/t${i}.md`,
      `# Topic ${i}\nThe shared word and topic number ${i} stand here.\n`,
    ]),
  ),
};
