/* The targets by name: for libFuzzer, which is told by the environment variable SR_FUZZ which of them to run, or
   (compiled with SR_REPLAY) as a program that tries the inputs of files NAME.txt, one a line in hexadecimal digits. */
#include "targets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    void (*run)(input *in);
} targets[] = {
    {"hand", fuzz_hand},     {"rows", fuzz_rows},         {"best", fuzz_best},         {"strengths", fuzz_strengths},
    {"pots", fuzz_pots},     {"showdown", fuzz_showdown}, {"text", fuzz_text},         {"draws", fuzz_draws},
    {"equity", fuzz_equity}, {"deal", fuzz_deal},         {"simulate", fuzz_simulate}, {"all_hands", fuzz_all_hands},
    {"lines", fuzz_lines},   {"load", fuzz_load},         {"describe", fuzz_describe}, {"odds", fuzz_odds},
};
enum { TARGETS = sizeof targets / sizeof *targets };

static int try(const char *name, const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < TARGETS; i++)
        if (!strcmp(targets[i].name, name)) {
            input in = {data, size};
            targets[i].run(&in);
            release();
            return 1;
        }
    return 0;
}

#ifndef SR_REPLAY

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *name = getenv("SR_FUZZ");
    if (!name || !try(name, data, size)) {
        fprintf(stderr, "SR_FUZZ is one of:");
        for (size_t i = 0; i < TARGETS; i++)
            fprintf(stderr, " %s", targets[i].name);
        fprintf(stderr, "\n");
        exit(1);
    }
    return 0;
}

#else

static int digit(int c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

int main(int argc, char **argv)
{
    unsigned long tried = 0;
    for (int i = 1; i < argc; i++) {
        static uint8_t data[1 << 16];
        char name[32] = "";
        const char *slash = strrchr(argv[i], '/');
        sscanf(slash ? slash + 1 : argv[i], "%31[a-z_]", name);
        FILE *file = fopen(argv[i], "r");
        if (!file) {
            perror(argv[i]);
            return 1;
        }
        size_t size = 0;
        for (int c = fgetc(file), line = 1; c != EOF; c = fgetc(file)) {
            if (c == '\n') {
                if (!try(name, data, size)) {
                    fprintf(stderr, "%s: there is no target %s\n", argv[i], name);
                    return 1;
                }
                tried++, line++, size = 0;
                continue;
            }
            const int high = digit(c), low = digit(fgetc(file));
            if (high < 0 || low < 0 || size == sizeof data) {
                fprintf(stderr, "%s: line %d is no input\n", argv[i], line);
                return 1;
            }
            data[size++] = (uint8_t)(high << 4 | low);
        }
        fclose(file);
    }
    printf("%lu inputs\n", tried);
    return tried == 0;
}

#endif
