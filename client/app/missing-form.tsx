import { Button } from '#client/ui/button.tsx'
import text from '#client/ui/type.module.css'
import { business, mailLink } from '#shared/site/business.ts'

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
