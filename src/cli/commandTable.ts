import type { Command } from './commandLine/command.ts'

/** A command that is loaded when it is named: the whole service takes a third of a second to load. */
export interface ListedCommand {
  readonly name: string
  readonly load: () => Promise<Command>
}

/** All commands, in the order of the help. */
export const commandTable: readonly ListedCommand[] = [
  { name: 'node', load: async () => (await import('./commands/node.ts')).nodeCommand },
  { name: 'dev', load: async () => (await import('./commands/dev.ts')).devCommand },
  { name: 'peg in', load: async () => (await import('./commands/peg/in.ts')).pegInCommand },
  { name: 'peg out', load: async () => (await import('./commands/peg/out.ts')).pegOutCommand },
  { name: 'peg status', load: async () => (await import('./commands/peg/status.ts')).pegStatusCommand },
  {
    name: 'peg federation',
    load: async () => (await import('./commands/peg/federation.ts')).pegFederationCommand,
  },
  { name: 'peg advance', load: async () => (await import('./commands/peg/advance.ts')).pegAdvanceCommand },
  { name: 'keys create', load: async () => (await import('./commands/keys/create.ts')).keysCreateCommand },
  { name: 'keys list', load: async () => (await import('./commands/keys/list.ts')).keysListCommand },
  { name: 'keys usage', load: async () => (await import('./commands/keys/usage.ts')).keysUsageCommand },
  { name: 'keys revoke', load: async () => (await import('./commands/keys/revoke.ts')).keysRevokeCommand },
  { name: 'keys rotate', load: async () => (await import('./commands/keys/rotate.ts')).keysRotateCommand },
  { name: 'config check', load: async () => (await import('./commands/config.ts')).checkCommand },
  { name: 'config print', load: async () => (await import('./commands/config.ts')).printCommand },
  { name: 'config docs', load: async () => (await import('./commands/config.ts')).docsCommand },
  { name: 'import', load: async () => (await import('./commands/import.ts')).importCommand },
  { name: 'export', load: async () => (await import('./commands/export.ts')).exportCommand },
  { name: 'inspect', load: async () => (await import('./commands/inspect.ts')).inspectCommand },
  { name: 'verify', load: async () => (await import('./commands/verify.ts')).verifyCommand },
  { name: 'prune', load: async () => (await import('./commands/prune.ts')).pruneCommand },
  { name: 'backup', load: async () => (await import('./commands/backup.ts')).backupCommand },
  { name: 'compact', load: async () => (await import('./commands/compact.ts')).compactCommand },
]
