/** Frequently asked questions: `<details name>` keeps at most one answer open. */
import { homeWording } from '#domain/home-wording.ts';
import { ResponsiveImage } from '#web/images/responsive-image.tsx';

export function Questions() {
  return (
    <section className="questions section" aria-labelledby="questions">
      <div className="questions-ground">
        <ResponsiveImage of="banner-delivery" phone="banner-delivery-phone" alt="" sizes="100vw" />
      </div>
      <div className="wrap">
        <h2 className="heading" id="questions">
          {homeWording.questionsHeading}
        </h2>
        <div className="questions-words mt-7 grid gap-3">
          {homeWording.questions.map(({ question, answer }) => (
            <details key={question} className="question" name="questions">
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
