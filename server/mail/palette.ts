// The site's tokens, written out: mail programs know no custom properties. Where one has a dark
// mode and honours style sheets, the classes re-ink; the others invert these colours by themselves.

const serif = "Newsreader,'Iowan Old Style',Georgia,'Times New Roman',serif"
const sans = "'Hanken Grotesk','Helvetica Neue',Helvetica,Arial,sans-serif"

export const ink = {
  page: '#F5EFE3',
  paper: '#FBF8F1',
  forest: '#173026',
  night: '#10211A',
  cream: '#F5EFE3',
  bronze: '#96703F',
  bronzeText: '#7A572A',
  bronzeLight: '#D9B98A',
  text: '#14211B',
  prose: '#3E4A42',
  quiet: '#5C6459',
  line: '#DDD3BF',
  ochre: '#6B4700',
  ochrePaper: '#F7E9C8',
} as const

export const style = {
  wordmark: `margin:0;font:300 22px/1.2 ${serif};letter-spacing:.22em;color:${ink.cream};text-decoration:none`,
  demo: `padding:10px 40px;background:${ink.ochrePaper};font:500 14px/1.4 ${sans};color:${ink.ochre}`,
  title: `margin:0 0 24px;font:300 34px/1.12 ${serif};letter-spacing:-.015em;color:${ink.text}`,
  text: `margin:0 0 20px;font:400 18px/1.6 ${serif};color:${ink.prose}`,
  note: `margin:0 0 16px;font:400 14px/1.55 ${sans};color:${ink.quiet}`,
  label: `padding:14px 16px 14px 0;border-top:1px solid ${ink.line};font:400 14px/1.5 ${sans};color:${ink.quiet};vertical-align:top;text-align:left`,
  value: `padding:12px 0 14px;border-top:1px solid ${ink.line};font:400 17px/1.45 ${serif};color:${ink.text};vertical-align:top;text-align:left;word-break:break-word`,
  amount: `padding:12px 0 12px 16px;border-top:1px solid ${ink.line};font:400 17px/1.4 ${serif};color:${ink.text};text-align:right;white-space:nowrap`,
  total: `padding:14px 0 14px 16px;border-top:2px solid ${ink.bronze};font:400 21px/1.3 ${serif};color:${ink.text};text-align:right;white-space:nowrap`,
  totalLabel: `padding:17px 16px 14px 0;border-top:2px solid ${ink.bronze};font:500 14px/1.4 ${sans};color:${ink.text};text-align:left`,
  button: `display:inline-block;padding:17px 28px;border-radius:2px;background:${ink.forest};font:500 13px/1.2 ${sans};letter-spacing:.1em;text-transform:uppercase;text-decoration:none;color:${ink.paper}`,
  link: `color:${ink.bronzeText};text-decoration:underline`,
  quote: `padding:4px 0 4px 18px;border-left:2px solid ${ink.bronze};font:400 17px/1.6 ${serif};color:${ink.prose};word-break:break-word`,
  small: `margin:0 0 10px;font:400 13px/1.55 ${sans};color:${ink.quiet}`,
} as const

export const sheet = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){
.edge{padding-left:24px!important;padding-right:24px!important}
.stack{display:block!important;width:auto!important}
.stack.label{padding:14px 0 0!important}
.stack.value{padding:2px 0 14px!important;border-top:0!important}
.title{font-size:30px!important}
}
@media (prefers-color-scheme:dark){
.page{background:#0A1611!important}
.paper{background:#10211A!important;border-color:#2C5443!important}
.title,.value,.text,.rule{color:#F5EFE3!important;border-color:#2C5443!important}
.quiet,.label{color:#A9C2AE!important;border-color:#2C5443!important}
.link{color:#D9B98A!important}
.button{background:#F5EFE3!important;color:#10211A!important}
}`
