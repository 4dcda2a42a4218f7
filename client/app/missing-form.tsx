import { business, mailLink } from '../../shared/site/business.ts'
import { Button } from '../ui/button.tsx'
import text from '../ui/type.module.css'

/** In place of a form at the end of a page whose code did not come: the page above stays readable. */
export function MissingForm() {
  return (
    <div>
      <p className={text.lead}>
        The form did not arrive. Please refresh the page, or write to{' '}
        <a href={mailLink()}>{business.email}</a>.
      </p>
      <br />
      <Button onClick={() => location.reload()}>Refresh Page</Button>
    </div>
  )
}
