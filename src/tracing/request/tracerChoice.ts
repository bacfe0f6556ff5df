import { TraceError } from '../output/traceError.ts'

/** How an execution is shown, with the options of each way. */
export type TracerChoice =
  | ({ readonly name: 'structLogs' } & StructLogOptions)
  | ({ readonly name: 'calls' } & CallTracerOptions)
  | ({ readonly name: 'prestate' } & PrestateOptions)

export interface StructLogOptions {
  readonly disableMemory: boolean
  readonly disableStack: boolean
  readonly disableStorage: boolean
}

export interface CallTracerOptions {
  readonly onlyTopCall: boolean
  readonly withLog: boolean
}

export interface PrestateOptions {
  /** What changed, instead of what was there. */
  readonly diffMode: boolean
}

type Members = ReadonlyMap<string, unknown>

/**
 * Reads the options of the `debug` methods as the reference node does: names in any letter case, the members
 * of `tracerConfig` as if they stood beside it, a flag is set by `true` in words or as such, and what nobody
 * knows is ignored. Anything but an object means no options.
 */
export function readTracerChoice(options: unknown): TracerChoice {
  if (options === null) throw new TraceError('bad-options', 'the options of a trace are an object, not null')
  const members = membersOf(options)
  const isSet = (name: string): boolean => String(members.get(name.toLowerCase())).toLowerCase() === 'true'
  switch (tracerName(members)) {
    case 'rsktracer':
      return {
        name: 'structLogs',
        disableMemory: isSet('disableMemory'),
        disableStack: isSet('disableStack'),
        disableStorage: isSet('disableStorage'),
      }
    case 'calltracer':
      return { name: 'calls', onlyTopCall: isSet('onlyTopCall'), withLog: isSet('withLog') }
    case 'prestatetracer':
      return { name: 'prestate', diffMode: isSet('diffMode') }
    default:
      throw new TraceError(
        'bad-options',
        'there is no such tracer: the tracers are callTracer, prestateTracer and rskTracer',
      )
  }
}

function membersOf(options: unknown): Members {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) return new Map()
  const members = new Map<string, unknown>()
  for (const [name, value] of Object.entries(options)) {
    if (name.toLowerCase() !== 'tracerconfig') members.set(name.toLowerCase(), value)
    else for (const [inner, setting] of membersOf(value)) members.set(inner, setting)
  }
  return members
}

function tracerName(members: Members): string | undefined {
  if (!members.has('tracer')) return 'rsktracer'
  const name = members.get('tracer')
  return typeof name === 'string' ? name.toLowerCase() : undefined
}
