#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { packageFile } from '../primitives/packageFile.ts'
import { runProgram } from './program.ts'
import { processTerminal } from './terminal/terminal.ts'

const { version } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'))

// The reader of a pipe may close it early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

process.exitCode = await runProgram(process.argv.slice(2), {
  version,
  environment: process.env,
  terminal: processTerminal(),
})
