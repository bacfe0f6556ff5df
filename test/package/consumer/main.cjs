const cambium = require('cambium')
const light = require('cambium/light')
const stream = require('cambium/stream')
const { story } = require('./story.cjs')

story({ ...light, ...cambium, ...stream }, process.argv[2]).then((result) =>
  console.log(JSON.stringify(result)),
)
