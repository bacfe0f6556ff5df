import * as cambium from 'cambium'
import * as stream from 'cambium/stream'
import { story } from './story.cjs'

console.log(JSON.stringify(await story({ ...cambium, ...stream }, process.argv[2])))
