import { type Program, programs } from '../rpc/programs.ts'

/** The programs of `rpc`, ours as developers start it. */
export const developmentPrograms = (): Program[] =>
  programs().map((program) => {
    if (program.name !== 'cambium') return program
    const [main = ''] = program.arguments(0)
    return { ...program, arguments: (port) => [main, 'dev', '--silent', '--port', String(port)] }
  })
