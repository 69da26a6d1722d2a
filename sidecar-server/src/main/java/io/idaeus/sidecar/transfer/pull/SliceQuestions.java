/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.pull;

import io.idaeus.api.slice.SliceDescription;
import io.idaeus.api.slice.SliceDescription.Extent;
import io.idaeus.api.slice.SliceParts;
import io.idaeus.sidecar.selection.slice.SlicedTable;
import io.idaeus.sidecar.transfer.source.SstableSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks a source for descriptions of slices, and records them. What an earlier run has recorded is not asked for again. */
record SliceQuestions(SstableSource source, String snapshot, SlicedTable table) {
    /** An SSTable to ask about. */
    record Question(int sstable, String name, SliceCut cut) {}

    /**
     * The answer to a question: the cut slice, or a description; neither where the source's answer had no room for it.
     *
     * @param cut null unless it is cut already
     */
    record Answer(
            Question question,
            SliceDirectory.@Nullable Cut cut,
            @Nullable SliceDescription description) {}

    /** One for each, in any order. */
    List<Answer> answers(List<Question> questions) throws IOException {
        List<Answer> answers = new ArrayList<>();
        List<Question> unknown = new ArrayList<>();
        for (Question question : questions) {
            Answer known = known(question);
            if (known == null) {
                unknown.add(question);
            } else {
                answers.add(known);
            }
        }
        if (!unknown.isEmpty()) {
            answers.addAll(ask(unknown));
        }
        return answers;
    }

    private static @Nullable Answer known(Question question) throws IOException {
        SliceCut cut = question.cut();
        Optional<SliceDirectory.Cut> staged = cut.directory().cut(cut.identity());
        if (staged.isPresent()) {
            cut.directory().deleteFetched();
            return new Answer(question, staged.get(), null);
        }
        return cut.directory()
                .described(cut.identity())
                .map(description -> new Answer(question, null, description))
                .orElse(null);
    }

    private List<Answer> ask(List<Question> unknown) throws IOException {
        List<SliceDescription> described = source.slices(
                snapshot,
                table.table(),
                table.ranges(),
                unknown.stream().map(Question::name).toList());
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; i < unknown.size(); i++) {
            SliceDescription description = i < described.size() ? described.get(i) : null;
            if (description != null) {
                begin(unknown.get(i).cut(), description);
            }
            answers.add(new Answer(unknown.get(i), null, description));
        }
        return answers;
    }

    private static void begin(SliceCut cut, SliceDescription description) throws IOException {
        SliceParts parts = description.parts();
        if (description.extent() == Extent.WHOLE && cut.isKeyedByIndex()) {
            cut.beginWhole();
        } else if (parts != null) {
            cut.begin(description, parts);
        }
    }
}
