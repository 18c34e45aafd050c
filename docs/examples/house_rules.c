/* Hands in words, a line each of standard input, by rules that Python saved to the file of the first argument. */
#include "scalareale.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    static uint8_t bytes[1 << 20];
    FILE *const file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    char line[200], text[SR_WORDS];
    uint8_t hand[SR_HAND];

    if (!file)
        return 2;
    const size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    const size_t size = sr_load_sizeof(bytes, length); /* 0 if sr_load would refuse them */
    sr_evaluator *const ev = (sr_evaluator *)malloc(size ? size : 1);
    int error = ev ? sr_load(ev, size, bytes, length) : SR_TOO_SMALL;
    if (error == SR_OK) /* the bytes are not needed any more */
        while (fgets(line, sizeof line, stdin)) {
            error = sr_parse_cards(line, strlen(line), hand, SR_HAND);
            if (error >= 0)
                error = error == SR_HAND ? sr_describe(ev, hand, "en", text, sizeof text) : SR_NOT_A_HAND;
            if (error < 0)
                break;
            printf("%s: %s, %u of %u\n", sr_ruleset(ev), text, sr_evaluate(ev, hand), sr_strengths(ev));
        }
    if (error < 0)
        fprintf(stderr, "%s\n", sr_error_text(error));
    free(ev);
    return error < 0;
}
