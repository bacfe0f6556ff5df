import { randomBytes } from 'node:crypto'
import { packageVersion } from '../../platform/packageContent.ts'
import type { Logger } from '../../server/log/logger.ts'
import { type SampledSpans, sampledSpans } from '../../server/spans/sampledSpans.ts'
import { SpanExport } from '../../server/spans/spanExport.ts'
import type { ServiceConfiguration } from '../configuration/serviceConfiguration.ts'
import type { Endings } from './endings.ts'

const elapsedMs = performance.now.bind(performance)

/** Traces sampled requests of all servers; undefined when no collector is configured. */
export function openSpans(
  { tracesUrl: url, tracesOneIn: oneIn, role }: ServiceConfiguration,
  endings: Endings,
  logger: Logger,
): SampledSpans | undefined {
  if (url === undefined) return undefined
  const spans = new SpanExport({
    url,
    version: packageVersion(),
    role,
    onDropped: (count, reason) => logger.log('warn', 'traces-dropped', { spans: count, reason }),
  })
  endings.add(() => spans.close())
  return sampledSpans({
    oneIn,
    now: Date.now,
    elapsedMs,
    random: randomBytes,
    onEnd: (span) => spans.add(span),
  })
}
